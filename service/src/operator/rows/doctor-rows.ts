import { Type } from 'typebox';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Doctor } from '../doctor/create-doctor.js';

/** What is wrong with the service and what to do about it; looking changes nothing. */
export const createDoctorRows = ({ examine }: Doctor): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/doctor',
    operation: 'operator.doctor',
    summary: 'What is wrong with configuration, database, clock, disk and partners, and what to do about it.',
    access: 'operator',
    input: Type.Object({ partner: Type.Optional(Type.String({ maxLength: 64 })) }),
    run: async ({ partner }) => raw(200, await examine(partner)),
  }),
];
