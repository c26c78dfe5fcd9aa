import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partnerId } from '../../src/base/ids.js';
import { createPartnerLabels, otherPartners } from '../../src/metrics/partner-labels.js';

describe('partners as labels', () => {
  it('names so many and no more, and those always', () => {
    const labels = createPartnerLabels(2);
    const named = ['a', 'b', 'c', 'a', 'd', 'b'].map((id) => labels.nameOf(partnerId(id)));
    assert.deepEqual(named, ['a', 'b', otherPartners, 'a', otherPartners, 'b']);
  });

  it('gives the place of one that is gone to another', () => {
    const labels = createPartnerLabels(1);
    labels.nameOf(partnerId('a'));
    assert.deepEqual(labels.keepOnly(new Set([partnerId('a')])), []);
    assert.deepEqual(labels.keepOnly(new Set([partnerId('b')])), ['a']);
    assert.equal(labels.nameOf(partnerId('b')), 'b');
  });

  it('has a name for the others that no partner can have', () => {
    assert.doesNotMatch(otherPartners, /^[a-z0-9]/);
  });
});
