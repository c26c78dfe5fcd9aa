import { Problem } from '../../base/problem.js';
import type { PartnerInput } from './partner.js';

const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A name for people to read. */
export const isName = (text: string): boolean => text.trim() !== '' && text.length <= 200;

/** Throws `request_parameter_invalid` naming the fields. */
export const checkNames = ({ id, name }: Pick<PartnerInput, 'id' | 'name'>): void => {
  const fields = [
    ...(idPattern.test(id) ? [] : ['id']),
    ...(name === undefined || isName(name) ? [] : ['name']),
  ];
  if (fields.length > 0) throw new Problem('request_parameter_invalid', { fields });
};
