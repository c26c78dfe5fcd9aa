const everyMs = 50;
const tries = 1_200;

/** Asks again and again until the answer fits; rejects, naming what was waited for, after a minute. */
export const until = async <Answer>(
  what: string,
  ask: () => Promise<Answer> | Answer,
  fits: (answer: Answer) => boolean,
): Promise<Answer> => {
  let last: Answer | undefined;
  for (let count = 0; count < tries; count += 1) {
    last = await ask();
    if (fits(last)) return last;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`${what}: not so after ${(tries * everyMs) / 1_000} s; last seen ${JSON.stringify(last)}`);
};
