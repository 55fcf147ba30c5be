// The sounds of a jump and of a win: short tones, which the browser generates. They are off by default.

let audio;

/// Plays tones with these frequencies, one after the other.
export function sound(...tones) {
  audio ??= new AudioContext();
  tones.forEach((frequency, index) => {
    const [tone, volume, begins] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.12 * index];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.18);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.2);
  });
}
