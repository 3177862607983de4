// The state at any event: what the changes up to it leave in the cells. No rule of any policy is
// known here; Swift has worked out every change.

class StateReader {
  /** Every so many steps the whole state is kept, so that a jump folds few changes. */
  static STEPS_BETWEEN_KEYFRAMES = 1000;
  /** Up to how many numbers all keyframes together keep. */
  static KEYFRAME_NUMBERS_MAX = 8_000_000;

  constructor(story) {
    this.story = story;
    const size = story.cells.length * 2;
    const most = Math.max(1, Math.floor(StateReader.KEYFRAME_NUMBERS_MAX / Math.max(1, size)));
    this.interval = Math.max(
      StateReader.STEPS_BETWEEN_KEYFRAMES, Math.ceil(story.count / most));
    this.keyframes = [new Int32Array(size)];
  }

  /** The text of every cell after the first `steps` steps, both sides: cell * 2 + (side is TO). */
  after(steps) {
    const nearest = Math.min(Math.floor(steps / this.interval), this.keyframes.length - 1);
    let state = this.keyframes[nearest].slice();
    for (let step = nearest * this.interval; step < steps; step += 1) {
      this.fold(state, step);
      if ((step + 1) % this.interval === 0 && (step + 1) / this.interval === this.keyframes.length) {
        this.keyframes.push(state.slice());
      }
    }
    return state;
  }

  /** Folds the changes of one step into `state`. */
  fold(state, step) {
    const { changes, changeStart } = this.story;
    for (let index = changeStart[step]; index < changeStart[step + 1]; index += 1) {
      const place = changes.cell[index] * 2;
      if (changes.sides[index] & FROM) state[place] = changes.text[index];
      if (changes.sides[index] & TO) state[place + 1] = changes.text[index];
    }
  }

  /** The cells that a step changed, each with the sides on which it did. */
  changed(step) {
    const { changes, changeStart } = this.story;
    const sides = new Map();
    for (let index = changeStart[step]; index < changeStart[step + 1]; index += 1) {
      const cell = changes.cell[index];
      sides.set(cell, (sides.get(cell) ?? 0) | changes.sides[index]);
    }
    return sides;
  }
}
