import type { Ground } from './ground.js';
import { createSeparateBooks, createTransactionalBooks, type PartnerBooks } from './partner-books.js';
import { headerValueOf } from './partner-header.js';
import { createPartnerSite, type PartnerSite } from './partner-site.js';
import type { Plan } from './plan.js';
import type { PlantedBug } from './planted-bug.js';

/** A partner with what it keeps and what it runs. */
export interface PartnerWorld {
  readonly id: string;
  readonly host: string;
  readonly books: PartnerBooks;
  readonly site: PartnerSite;
  readonly wantsCancel: boolean;
  readonly concurrency: number;
}

export const partnerIdOf = (index: number): string => `partner${index + 1}`;

export const createSites = (
  ground: Ground,
  plan: Plan,
  bug: PlantedBug | undefined,
): readonly PartnerWorld[] =>
  plan.partners.map(({ promise, replicas, wantsCancel, concurrency }, index) => {
    const id = partnerIdOf(index);
    const books = promise === 'once' ? createTransactionalBooks(ground) : createSeparateBooks(ground);
    const { dice, sky, trace } = ground;
    const site = createPartnerSite({
      name: id,
      replicas,
      headerValue: headerValueOf(id),
      onEvent: (event) =>
        ground.meet(event.type === 'answered' ? `kit: ${event.outcome.type}` : `kit: ${event.type}`),
      startProcess: (name) => ground.startProcess(name, dice.between(-400, 400)),
      deskOf: (process) => {
        const desk = books.deskOf(process);
        return bug?.desk?.(desk) ?? desk;
      },
      dice,
      sky,
      trace,
    });
    return { id, host: `${id}.example`, books, site, wantsCancel, concurrency };
  });
