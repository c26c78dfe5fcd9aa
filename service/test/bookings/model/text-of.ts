const texts = new WeakMap<object, string>();

const write = (document: object): string => {
  const text = JSON.stringify(document);
  texts.set(document, text);
  return text;
};

/** The JSON of a stored document, made once: the memory store replaces documents and never changes them. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  if (typeof value === 'object' && value !== null) return texts.get(value) ?? write(value);
  return String(value);
};
