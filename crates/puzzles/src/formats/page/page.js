// Steps through the plan in `data`: start (1 for a peg, by hole) and jumps (from, over, to).
const all = (selector) => Array.from(document.querySelectorAll(selector));
const byId = (name) => document.getElementById(name);
const pegs = all(".peg");
const moves = all("#moves button");
const last = data.jumps.length;
let at = 0;
let timer = null;

// The position after so many jumps.
function position(jumps) {
  const holes = data.start.slice();
  for (const [from, over, to] of data.jumps.slice(0, jumps)) {
    holes[from] = 0;
    holes[over] = 0;
    holes[to] = 1;
  }
  return holes;
}

// An arrow from one hole to another, its tip short of the middle.
function arrow([from, , to]) {
  const middle = (hole) => ["cx", "cy"].map((name) => Number(pegs[hole].getAttribute(name)));
  const [[x, y], [far, low]] = [middle(from), middle(to)];
  const along = (part) => [x + (far - x) * part, y + (low - y) * part];
  const [tip, neck] = [along(0.9), along(0.76)];
  const [across, up] = [(low - y) * 0.1, (far - x) * 0.1];
  return `M${x} ${y}L${tip}M${neck[0] + across} ${neck[1] - up}L${tip}`
    + `L${neck[0] - across} ${neck[1] + up}`;
}

function show(jump) {
  at = Math.min(Math.max(jump, 0), last);
  const holes = position(at);
  const moved = at > 0 ? data.jumps[at - 1][2] : -1;
  pegs.forEach((peg, hole) => {
    peg.classList.toggle("here", holes[hole] === 1);
    peg.classList.toggle("moved", hole === moved);
  });
  document.querySelector(".arrow").setAttribute("d", at < last ? arrow(data.jumps[at]) : "");
  // The move that the next jump belongs to.
  const next = moves.filter((button) => Number(button.dataset.jump) <= at).length - 1;
  moves.forEach((button, index) => {
    button.parentElement.classList.toggle("now", index === next && at < last);
    button.parentElement.classList.toggle("done", index < next || at === last);
  });
  const left = holes.reduce((sum, peg) => sum + peg, 0);
  const count = `${left} ${left === 1 ? "peg" : "pegs"}`;
  byId("caption").textContent = at < last
    ? `jump ${at + 1} of ${last}, move ${next + 1} of ${moves.length}: `
      + `${moves[next].textContent} · ${count}`
    : `the end after ${last} ${last === 1 ? "jump" : "jumps"} · ${count}`;
  byId("slider").value = at;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("on").disabled = byId("last").disabled = at === last;
  if (at === last) pause();
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "play";
}

function play() {
  if (timer !== null) return pause();
  if (at === last) show(0);
  if (last === 0) return;
  byId("play").textContent = "pause";
  timer = setInterval(() => show(at + 1), 700);
}

const go = (jump) => () => { pause(); show(jump()); };
const keys = {
  Home: go(() => 0), ArrowLeft: go(() => at - 1), ArrowRight: go(() => at + 1), End: go(() => last),
};
byId("first").onclick = keys.Home;
byId("back").onclick = keys.ArrowLeft;
byId("on").onclick = keys.ArrowRight;
byId("last").onclick = keys.End;
byId("play").onclick = play;
byId("slider").oninput = go(() => Number(byId("slider").value));
for (const button of moves) button.onclick = go(() => Number(button.dataset.jump));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isButton = event.target instanceof HTMLButtonElement;
  const action = event.key === " " && !isButton ? play : keys[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});
show(0);
