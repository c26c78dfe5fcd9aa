/** Works on each item, at most `atOnce` at a time; what came of them stands in their order. Rejects with the first that does. */
export const sideBySide = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const left = items.entries();
  const results: Result[] = [];
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
};
