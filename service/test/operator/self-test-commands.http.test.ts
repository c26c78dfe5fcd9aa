import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bookingId } from '../../src/base/ids.js';
import { bookingCollection } from '../../src/bookings/store.js';
import { at, codeOf, keys } from '../http/read.js';
import { type Departures, openReceiver, receiverThat, secret } from '../webhooks/self-test/trial-receiver.js';
import { geoJson } from './car-parks.js';
import { type CommandLine, openCommandLine } from './run-command.js';
import { type OperatorStage, openOperatorStage } from './stage.js';

describe('parking-service partners test and report', () => {
  let stage: OperatorStage;
  let line: CommandLine;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    stage = await openOperatorStage();
    line = openCommandLine(stage.url);
  });
  after(async () => {
    line.close();
    await stage.close();
    for (const close of closers) await close();
  });

  /** A partner whose receiver departs from the contract so. */
  const open = async (id: string, departures: Departures = {}): Promise<void> => {
    const bookings = stage.database.collection(bookingCollection);
    const fetchBooking = async (asked: number): Promise<unknown> =>
      (await bookings.findOne({ _id: bookingId(asked) })) ?? undefined;
    const receiver = await openReceiver(receiverThat({ ...departures, fetchBooking, effects: [] }));
    closers.push(receiver.close);
    const { status } = await stage.call('PUT', `/partners/${id}`, {
      base_api_url: receiver.url,
      create_booking_endpoint: '/created',
      auth_header_key: 'X-Partner-Key',
      auth_header_value: secret,
    });
    assert.equal(status, 200);
  };

  it('says what to do where there is no location yet', async () => {
    await open('early');
    const { code, err } = await line.run(['partners', 'test', 'early']);
    assert.equal(code, 1);
    assert.match(err, /catalogue_empty.*parking-service import FILE/);
  });

  describe('with a catalogue', () => {
    before(async () => {
      const files = [{ name: 'lots.geojson', text: geoJson('Altmarkt') }];
      assert.equal((await stage.call('POST', '/imports', { files })).status, 200);
    });

    it('test prints the steps as a table, and lets what passes go live', async () => {
      await open('honest');
      const { code, out, err } = await line.run(['partners', 'test', 'honest']);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^Self test 1 of honest, 20/);
      assert.match(out, /^ok +create\.accepts +a notice is taken: 202 +it was answered 202$/m);
      assert.match(out, /^ok +create\.at_once /m);
      assert.match(out, /\npassed: the endpoint is live\n$/);
      const shown = (await stage.call('GET', '/partners/honest')).body;
      assert.deepEqual(
        [at(shown, 'state'), at(shown, 'live', 'by'), at(shown, 'last_test', 'state')],
        ['live', 'self-test', 'passed'],
      );
      assert.ok(stage.nudged.includes('honest'));
      assert.match((await line.run(['partners', 'list'])).out, /^honest .* passed/m);
    });

    it('test ends with 1 where it fails, and says what the partner should answer, and why', async () => {
      await open('open-door', { isKnownKey: (key) => key !== undefined });
      const { code, out } = await line.run(['partners', 'test', 'open-door']);
      assert.equal(code, 1);
      assert.match(out, /^FAILED +create\.wrong_header /m);
      assert.match(out, /create\.wrong_header: FAILED\n.* was let in \(202\)\n {2}Check the header before/);
      assert.match(out, /\nfailed \(create\.wrong_header\): the endpoint stays off/);
      assert.match(out, /^Next: when that is mended: parking-service partners test open-door$/m);
    });

    it('test writes a line for each step to a terminal while it runs', async () => {
      await open('watched');
      const { err } = await line.run(['partners', 'test', 'watched'], { isTerminal: true });
      assert.match(err, /^ok {2}create\.accepts\nok {2}create\.duplicate\n/);
    });

    it('report shows the last test, or the one that is named, with every exchange as JSON', async () => {
      await open('reported', { accepted: { status: 500 } });
      await line.run(['partners', 'test', 'reported']);
      await line.run(['partners', 'test', 'reported']);
      assert.match((await line.run(['partners', 'report', 'reported'])).out, /^Self test 2 of reported/);
      assert.match((await line.run(['partners', 'report', 'reported', '1'])).out, /^Self test 1 of reported/);
      const report = await line.answer('partners', 'report', 'reported');
      assert.deepEqual(keys(at(report, 'steps', 0, 'exchanges', 0)), [
        ...['at', 'kind', 'booking', 'header', 'status', 'reason', 'duration_ms', 'excerpt'],
      ]);
      assert.equal(at(report, 'steps', 0, 'exchanges', 0, 'status'), 500);
      const listed = (await stage.call('GET', '/partners/reported/self-tests')).body;
      assert.deepEqual([at(listed, 0, 'number'), at(listed, 1, 'number')], [2, 1]);
    });

    it('report of a partner that was never tested says so', async () => {
      await open('untested');
      const { code, err } = await line.run(['partners', 'report', 'untested']);
      assert.equal(code, 1);
      assert.match(err, /has not been tested yet/);
      const { body } = await stage.call('GET', '/partners/untested/self-tests/1');
      assert.equal(codeOf(body), 'partner_test_not_found');
      assert.equal((await line.run(['partners', 'report', 'nobody'])).code, 1);
    });
  });
});
