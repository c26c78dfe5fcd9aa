/** The response that an answer is sent with, as far as one must know when it has left. */
export interface Leaving {
  readonly once: (event: 'close', then: () => void) => unknown;
}

export interface BodyBuffers {
  /** The text as bytes, which hold until the response is closed. */
  readonly encode: (text: string, response: Leaving) => Buffer;
}

/** The largest pages of a search have some 400 kB; only what is written to takes up memory. */
const usualCapacity = 512 * 1024;
/** Beyond so many answers under way at once, the rest get buffers of their own. */
const usualKept = 64;
/** Node itself keeps a pool for what is smaller. */
const smallLength = 2048;

interface BodyBuffersOptions {
  readonly capacity?: number;
  readonly kept?: number;
}

/**
 * Buffers that are used again once the answer in them has left. A new one for each answer would be a fresh piece of memory
 * outside the heap, whose first touch and collection cost more than writing it.
 */
export const createBodyBuffers = (options: BodyBuffersOptions = {}): BodyBuffers => {
  const { capacity = usualCapacity, kept = usualKept } = options;
  const encoder = new TextEncoder();
  const idle: Buffer[] = [];
  return {
    encode: (text, response) => {
      if (text.length <= smallLength || text.length > capacity) return Buffer.from(text);
      const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(capacity);
      const { read, written } = encoder.encodeInto(text, buffer);
      const giveBack = (): void => void (idle.length < kept && idle.push(buffer));
      if (read < text.length) {
        giveBack();
        return Buffer.from(text);
      }
      // Comes after the last byte was handed over, and also when the connection breaks.
      response.once('close', giveBack);
      return buffer.subarray(0, written);
    },
  };
};
