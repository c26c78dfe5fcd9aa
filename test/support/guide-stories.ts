/** What a story of the guide does next. */
export type StoryStep =
  /** Something happens: the words of a comment that the page's readers do not see. */
  | { readonly kind: 'event'; readonly words: string }
  /** An operator's command as it stands, what the page says that it prints, and where it says so (lines from 0). */
  | { readonly kind: 'command'; readonly command: string; readonly printed: string; readonly line: number };

export interface Story {
  readonly title: string;
  readonly steps: readonly StoryStep[];
}

const storyMark = /^<!-- story: (.+) -->$/;
const eventMark = /^<!-- then: (.+) -->$/;
const blockMark = /^```console$/;

/** The commands of a block whose first line has that number. */
const commandsOf = (block: readonly string[], first: number): readonly StoryStep[] => {
  const starts = block.flatMap((line, at) => (line.startsWith('$ ') ? [at] : []));
  return starts.map((start, index) => {
    const part = block.slice(start, starts[index + 1]);
    const length = part.findIndex((line) => !line.endsWith('\\')) + 1;
    return {
      kind: 'command',
      command: part.slice(0, length).join('\n').slice(2),
      printed: part.slice(length).join('\n'),
      line: first + start + length,
    };
  });
};

/** The stories of a page: what stands between one mark of a story and the next. */
export const readStories = (page: string): readonly Story[] => {
  const stories: { title: string; steps: StoryStep[] }[] = [];
  const lines = page.split('\n');
  const steps = (): StoryStep[] => stories.at(-1)?.steps ?? [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, title] = storyMark.exec(line) ?? [];
    if (title !== undefined) stories.push({ title, steps: [] });
    const [, words] = eventMark.exec(line) ?? [];
    if (words !== undefined) steps().push({ kind: 'event', words });
    if (!blockMark.test(line)) continue;
    const end = lines.indexOf('```', at);
    steps().push(...commandsOf(lines.slice(at + 1, end), at + 1));
    at = end;
  }
  return stories;
};
