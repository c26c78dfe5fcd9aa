import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** A browser on the PATH; `undefined` where there is none. */
export const findChromium = async (): Promise<string | undefined> => {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      if (await isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
};
