import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  eventExamples,
  requestExamples,
  signalExamples,
  visitorEventExamples,
  visitorRequestExamples,
} from '../fixtures/index.ts';
import {
  numberedEvents,
  signals,
  socketRequests,
  visitorEvents,
  visitorRequests,
  type NumberedEventName,
} from '../src/index.ts';

/** Returns the example as a client would parse it; equal to the example unless the schema differs from it. */
function readAs(schema: z.ZodType, example: unknown): unknown {
  return schema.parse(example === undefined ? undefined : JSON.parse(JSON.stringify(example)));
}

describe.each<[string, Record<string, z.ZodType>, Record<string, unknown>]>([
  ['numbered event', numberedEvents, eventExamples],
  ['signal', signals, signalExamples],
  ['event for visitors', visitorEvents, visitorEventExamples],
  ['request of visitors', visitorRequests, visitorRequestExamples],
])('every %s', (_kind, schemas, examples) => {
  it('has an example, and no example is of something else', () => {
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(schemas).toSorted());
  });

  it.each(Object.entries(schemas))('%s is shown as its schema says', (name, schema) => {
    expect(readAs(schema, examples[name])).toStrictEqual(examples[name]);
  });
});

describe('every socket request', () => {
  it('has an example, and no example is of something else', () => {
    expect(Object.keys(requestExamples).toSorted()).toEqual(Object.keys(socketRequests).toSorted());
  });

  it.each(Object.entries(socketRequests))('%s is shown with its answer', (name, request) => {
    const { payload, answer } = requestExamples[name as keyof typeof requestExamples];
    expect(readAs(request.payload, payload)).toStrictEqual(payload);
    expect(readAs(request.answer, answer)).toStrictEqual(answer);
  });

  it('resume shows events that exist', () => {
    for (const { name, payload } of requestExamples.resume.answer.events)
      expect(readAs(numberedEvents[name as NumberedEventName], payload)).toStrictEqual(payload);
  });
});
