import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { sentryEnvelopeOf, errorKindOf, withoutPersonalData } from './report.ts';

it.each([
  ['no mailbox of rina@kopi.example', 'no mailbox of [address]'],
  ['invalid input syntax for type bigint: "Rina Hartono"', 'invalid input syntax for type bigint: [text]'],
  ['Key (email)=(rina@kopi.example) already exists.', 'Key (email)=[text] already exists.'],
  ['could not call +62 812-3456-7890', 'could not call [number]'],
  ['GET https://desk.example/tickets?q=rina failed', 'GET [address] failed'],
  ['token Yk3s9fQ2mZ8pL4tR7vX1bN6c is over', 'token [token] is over'],
  ['connect ECONNREFUSED', 'connect ECONNREFUSED'],
])('%s', (text, expected) => {
  expect(withoutPersonalData(text)).toBe(expected);
});

it('a text that somebody else has made is looked at in its beginning only', async () => {
  const text = 'a.'.repeat(200_000);
  const error = new Error(`at ${text}`);
  const event = () => sentryEnvelopeOf({ message: text, error, path: undefined }, new Date());
  expect(await cpuMsOf(() => expect(event().length).toBeLessThan(5000))).toBeLessThan(500);
});

it('a report says what and where in our code, with no folder of the machine', () => {
  const error = new TypeError('x is not a function');
  error.stack = [
    'TypeError: x is not a function',
    '    at close (file:///home/rina/trunkline/packages/server/dist/modules/tickets/service.js:10:5)',
    '    at node:internal/process/task_queues:95:5',
  ].join('\n');
  const [, , event = ''] = sentryEnvelopeOf(
    { message: 'request failed', error, path: '/api/tickets/:id' },
    new Date('2026-11-26T01:00:00Z'),
  ).split('\n');
  expect(JSON.parse(event)).toMatchObject({
    transaction: '/api/tickets/:id',
    exception: {
      values: [
        {
          type: 'TypeError',
          stacktrace: {
            frames: [
              { filename: 'node:internal/process/task_queues', in_app: false },
              {
                function: 'close',
                filename: 'packages/server/dist/modules/tickets/service.js',
                lineno: 10,
                in_app: true,
              },
            ],
          },
        },
      ],
    },
  });
  expect(event).not.toContain('rina');
});

it('two in the same place are alike, and two in different ones are not', () => {
  const at = (line: number) =>
    Object.assign(new Error(`number ${line}`), { stack: `Error\n at x.js:${line}:1` });
  const logged = (error: Error) => ({ message: 'job failed', error, path: undefined });
  expect(errorKindOf(logged(at(1)))).toBe(errorKindOf(logged(at(1))));
  expect(errorKindOf(logged(at(1)))).not.toBe(errorKindOf(logged(at(2))));
});
