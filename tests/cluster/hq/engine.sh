# A real HyperQueue on this machine: the server and two workers of the PyPI wheel `hyperqueue`. `run` sources this
# file. To avoid the installation, set HYPERQUEUE_PYTHON to a Python that has the wheel.

python=${HYPERQUEUE_PYTHON:-$desk/venv/bin/python}
if [ -z "${HYPERQUEUE_PYTHON:-}" ]; then
    python3 -m venv "$desk/venv"
    "$desk/venv/bin/pip" install --quiet hyperqueue
fi
export HYPERQUEUE_PYTHON=$python HYPERQUEUE_HOME=$desk/hq-server
mkdir -p "$HYPERQUEUE_HOME/jobs"
TMPDIR=$desk "$python" "$here/hq/server.py" > "$desk/hq-server.log" 2>&1 &
server=$!
# Stop the server first, so that it ends its workers.
stop_engine() {
    touch "$HYPERQUEUE_HOME/stop"
    sleep 2
    end_processes "$server"
}
PATH=$here/hq:$PATH
for _ in $(seq 60); do
    [ -e "$HYPERQUEUE_HOME/ready" ] && break
    sleep 0.5
done
[ -e "$HYPERQUEUE_HOME/ready" ] || { cat "$desk/hq-server.log" >&2; fail "HyperQueue did not start"; }

# Waits at most ten minutes until every submitted job is done.
idle() {
    for _ in $(seq 1200); do
        [ -z "$(ls "$HYPERQUEUE_HOME/jobs")" ] && return
        sleep 0.5
    done
    cat "$desk/hq-server.log" >&2
    fail "HyperQueue did not finish"
}
