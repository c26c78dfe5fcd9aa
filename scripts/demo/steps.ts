/** What became of one step of the story. */
export interface StepOutcome {
  readonly step: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

/** Runs one step; what it answers is its result and a line for the reader. */
export type Step = <Result>(
  name: string,
  run: () => Promise<{ readonly result: Result; readonly detail: string }>,
) => Promise<Result>;

export interface StepRecorder {
  readonly step: Step;
  readonly outcomes: () => readonly StepOutcome[];
}

/** Keeps what each step came to, and says it as it happens. A step that throws ends the story. */
export const createStepRecorder = (say: (line: string) => void): StepRecorder => {
  const outcomes: StepOutcome[] = [];
  return {
    outcomes: () => outcomes,
    step: async (name, run) => {
      const started = Date.now();
      try {
        const { result, detail } = await run();
        const ms = Date.now() - started;
        outcomes.push({ step: name, ok: true, detail, ms });
        say(`  ✔ ${name.padEnd(13)} ${detail}  (${ms} ms)\n`);
        return result;
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        outcomes.push({ step: name, ok: false, detail, ms: Date.now() - started });
        say(`  ✖ ${name.padEnd(13)} ${detail}\n`);
        throw error;
      }
    },
  };
};
