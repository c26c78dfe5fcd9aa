/** Each step after the one before, whatever became of that; then throws the first fault. */
export const inTurn = async (steps: readonly (() => Promise<void>)[]): Promise<void> => {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
};
