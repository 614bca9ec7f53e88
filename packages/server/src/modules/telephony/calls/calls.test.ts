import { describe, expect, it } from 'vitest';
import { blocksOf, transcripts } from '../../../../test/telephony/ami.ts';
import { readMessage } from '../ami/message.ts';
import type { PhoneCall } from './call.ts';
import { readGatewayCallEvent, type GatewayCallEvent } from './gateway-call-event.ts';
import { createCallTracker, trackedCallState } from './call-tracker.ts';
import { hasMissed, phonesOf, phoneUse } from './phone-call-state.ts';

const eventsIn = (name: string): GatewayCallEvent[] =>
  blocksOf(name).flatMap((block) => readGatewayCallEvent(readMessage(block)) ?? []);

function callsOf(happenings: readonly GatewayCallEvent[]): PhoneCall[] {
  const ledger = createCallTracker();
  for (const happening of happenings) ledger.add(happening, 0);
  return ledger
    .all()
    .flatMap((entry) => trackedCallState(entry) ?? [])
    .toSorted((a, b) => a.began - b.began);
}

/** A call as one line of text, its times in seconds since it began. */
function lineOf(call: PhoneCall): string {
  const at = (time: number | null) => (time === null ? '…' : ((time - call.began) / 1000).toFixed(1));
  const span = ({ from, to }: { from: number; to: number | null }) => `${at(from)}–${at(to)}`;
  return [
    `${call.direction} ${call.number || '-'} ended ${at(call.ended)} by ${call.cause ?? '-'}`,
    ...(call.menu ? [`menu ${span(call.menu)} key ${call.menu.keypress || '-'}`] : []),
    ...call.queues.map((stay) => `${stay.queue} ${span(stay)} ${stay.outcome}`),
    ...call.rings.map((ring) => `rings ${ring.extension} ${span(ring)} ${ring.outcome}`),
    ...call.talks.map((talk) => `talks ${talk.extension} ${span(talk)}`),
    ...call.holds.map((hold) => `holds ${span(hold)}`),
    ...call.transfers.map(({ isAttended, to }) => `${isAttended ? 'attended' : 'blind'} transfer to ${to}`),
  ].join('; ');
}

/** The calls that follow from the recorded events, by recording (fixtures/ami/README.md). */
const TOLD: Record<string, string[]> = {
  '01-inbound-answer-agent-hangs-up': [
    'in 081234567890 ended 9.7 by 16; menu 0.0–1.7 key 1; support 3.7–5.7 connected; rings 2001 3.7–5.7 connected; talks 2001 5.7–9.7',
  ],
  '02-inbound-hold-unhold-caller-hangs-up': [
    'in 081234567890 ended 12.3 by 16; menu 0.0–1.7 key 1; support 3.6–5.2 connected; rings 2001 3.6–5.2 connected; talks 2001 5.2–12.3; holds 7.7–10.2',
  ],
  '03-blind-transfer-by-phone-to-agent': [
    'in 081234567890 ended 11.3 by 16; menu 0.0–1.7 key 1; support 3.6–4.7 connected; rings 2001 3.7–4.7 connected; talks 2001 4.7–7.2; talks 2004 8.8–11.3; blind transfer to 2004',
  ],
  '04-blind-transfer-by-ami-to-queue': [
    'in 081234567890 ended 13.2 by 16; menu 0.0–1.7 key 1; support 3.7–4.7 connected; billing 9.1–10.7 connected; rings 2001 3.7–4.7 connected; rings 2004 9.1–10.7 connected; talks 2001 4.7–7.2; talks 2004 10.7–13.2; blind transfer to *6billing',
  ],
  '05-attended-transfer-by-ami': [
    'in 081234567890 ended 19.7 by 16; menu 0.0–1.7 key 1; support 3.7–4.7 connected; rings 2001 3.7–4.7 connected; talks 2001 4.7–10.6; talks 2004 16.7–17.1; talks 2004 17.1–19.7; holds 7.5–16.7; attended transfer to 2004',
  ],
  '06-abandoned-in-queue': ['in 081234567890 ended 8.7 by 0; menu 0.0–1.7 key 1; support 3.7–8.7 abandoned'],
  '07-abandoned-while-ringing': [
    'in 081234567890 ended 6.7 by 0; menu 0.0–1.7 key 1; support 3.7–6.7 abandoned; rings 2001 3.7–6.7 canceled',
  ],
  '08-ring-no-answer-next-agent': [
    'in 081234567890 ended 23.7 by 16; menu 0.0–1.7 key 1; support 3.6–21.2 connected; rings 2001 3.7–18.7 no_answer; rings 2002 19.7–21.2 connected; talks 2002 21.2–23.7',
  ],
  '09-agent-rejects': [
    'in 081234567890 ended 7.7 by 0; menu 0.0–1.7 key 1; support 3.6–7.7 abandoned; rings 2001 3.6–5.2 rejected; rings 2001 6.2–7.7 canceled',
  ],
  '10-ivr-abandoned': ['in 081234567890 ended 3.0 by 0; menu 0.0–3.0 key -'],
  '11-ivr-invalid-then-digits': [
    'in 081234567890 ended 16.3 by 0; menu 0.0–7.6 key 9; support 14.8–16.3 abandoned',
  ],
  '12-originate-success': ['out 08987654321 ended 6.1 by 16; talks 2001 3.1–6.1'],
  '13-originate-agent-no-answer': ['internal - ended 10.0 by -'],
  '14-originate-agent-rejects': ['internal - ended 1.5 by -'],
  '16-originate-customer-busy': ['out 08987654321 ended 3.1 by 17'],
  '17-originate-customer-no-answer-agent-gives-up': ['out 08987654321 ended 5.1 by 16'],
  '18-phone-dials-out': ['out 08987654321 ended 4.6 by 16; talks 2001 1.5–4.6'],
  '19-supervisor-listen-whisper-barge': [
    'in 081234567890 ended 20.7 by 16; menu 0.0–1.7 key 1; support 3.6–4.7 connected; rings 2001 3.6–4.7 connected; talks 2001 4.7–20.7',
    'internal - ended 3.7 by -',
    'internal - ended 3.6 by -',
    'internal - ended 3.7 by -',
  ],
  '21-snapshots': [
    'in 081234567890 ended 8.2 by 16; menu 0.0–1.7 key 1; support 3.7–3.7 connected; rings 2001 3.7–3.7 connected; talks 2001 3.7–8.2',
    'in 082222222222 ended 4.4 by 0; menu 0.0–1.7 key 1; support 3.6–4.4 abandoned',
    'in 083333333333 ended 0.7 by 0; menu 0.1–0.7 key -',
  ],
  '22-application-controls-a-call': [
    'in 081234567890 ended 10.2 by 16; menu 0.0–1.7 key 1; support 3.7–3.7 connected; rings 2001 3.7–3.7 connected; talks 2001 3.7–7.7',
  ],
  '24-conference': ['internal - ended 3.7 by -', 'internal - ended 2.5 by -'],
  '25-queue-with-local-members': [
    'in 081234567890 ended 8.8 by 16; menu 0.1–1.8 key 3; billing 3.7–5.8 connected; rings 2004 3.7–5.8 connected; talks 2004 5.8–8.8',
  ],
  '26-full-01': [
    'in 081234567890 ended 9.8 by 16; menu 0.0–1.8 key 1; support 3.7–5.7 connected; rings 2001 3.7–5.7 connected; talks 2001 5.7–9.7',
  ],
  '27-browser-attended-transfer': [
    'in 081234567890 ended 14.7 by 16; menu 0.0–1.7 key 1; support 3.7–4.1 connected; rings 1001 3.7–4.1 connected; talks 1001 4.1–11.0; talks 1002 11.0–14.7; holds 5.7–11.0; attended transfer to 1002',
  ],
  '28-browser-blind-transfer': [
    'in 081234567890 ended 11.2 by 16; menu 0.2–1.9 key 1; support 3.8–4.2 connected; rings 1001 3.8–4.2 connected; talks 1001 4.2–5.7; talks 1002 7.6–11.2; blind transfer to 1002',
  ],
  '29-browser-tab-closed': [
    'in 081234567890 ended 25.2 by 44; menu 0.0–1.7 key 1; support 3.8–4.2 connected; rings 1001 3.8–4.2 connected; talks 1001 4.2–25.2',
  ],
  '30-browser-websocket-lost': [
    'in 081234567890 ended 11.9 by 16; menu 0.0–1.7 key 1; support 3.6–4.1 connected; rings 1001 3.6–4.1 connected; talks 1001 4.1–11.9',
  ],
  '31-browser-hold-mute-dtmf': [
    'in 081234567890 ended 22.6 by 16; menu 0.0–1.7 key 1; support 3.7–4.3 connected; rings 1001 3.7–4.3 connected; talks 1001 4.3–22.6; holds 7.9–10.4; holds 13.2–13.4; holds 13.6–13.8; holds 14.0–14.3',
  ],
  '32-browser-rejects': [
    'in 081234567890 ended 4.6 by 0; menu 0.2–1.9 key 1; support 3.8–4.6 abandoned; rings 1001 3.8–4.6 no_answer',
  ],
  '33-browser-dials-out': ['out 08987654321 ended 7.4 by 16; talks 1001 1.0–7.4; holds 4.3–4.7'],
  '35-two-agents-answer-at-once': [
    'in 081234567890 ended 3.9 by 16; all 0.0–1.0 connected; rings 2001 0.0–1.0 connected; rings 2002 0.0–1.0 canceled; talks 2001 1.0–3.9',
  ],
  '36-one-of-two-agents-answers': [
    'in 081234567890 ended 4.9 by 16; all 0.0–1.5 connected; rings 2001 0.0–1.5 canceled; rings 2002 0.0–1.5 connected; talks 2002 1.5–4.9',
  ],
  '37-consults-a-second-queue-then-transfers': [
    'in 081234567890 ended 14.7 by 16; menu 0.0–0.5 key 1; support 2.4–2.6 connected; sales 8.0–9.1 connected; rings 2001 2.4–2.6 connected; rings 2002 8.0–9.1 connected; talks 2001 2.6–11.7; talks 2002 11.7–14.7; holds 4.6–11.2; attended transfer to 2002',
  ],
  '38-transfers-into-a-second-queue-that-still-rings': [
    'in 081234567890 ended 16.2 by 16; menu 0.0–0.5 key 1; support 2.5–2.5 connected; sales 7.2–11.8 connected; rings 2001 2.5–2.5 connected; rings 2002 10.2–11.8 connected; talks 2001 2.5–8.3; talks 2002 11.8–16.2; holds 4.6–8.3; attended transfer to sales',
  ],
  '39-consults-a-queue-where-nobody-answers': [
    'in 081234567890 ended 11.9 by 16; menu 0.0–0.5 key 1; support 2.4–2.4 connected; rings 2001 2.4–2.4 connected; talks 2001 2.4–11.9; holds 4.5–8.8',
    'internal - ended 4.0 by -; sales 2.4–4.0 abandoned',
  ],
  '34-room-dial-out': ['internal - ended 8.1 by -', 'internal - ended 5.8 by -', 'out 1500 ended 3.8 by 16'],
};

/** A random generator with a fixed seed. */
function seededRandom(seed: number): () => number {
  let last = seed;
  return () => (last = (last * 1_103_515_245 + 12_345) & 0x7fff_ffff) / 0x8000_0000;
}

function mixed<T>(all: readonly T[], seed: number): T[] {
  const roll = seededRandom(seed);
  return all
    .flatMap((one) => (roll() < 0.5 ? [one, one] : [one]))
    .map((one) => ({ one, place: roll() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

describe('a call, as a real gateway told it', () => {
  it.each(transcripts())('%s', (name) => {
    expect(callsOf(eventsIn(name)).map(lineOf)).toEqual(TOLD[name] ?? []);
  });

  it.each(transcripts())('is the same in any order, and told twice: %s', (name) => {
    const happenings = eventsIn(name);
    const calls = callsOf(happenings);
    for (let seed = 1; seed <= 10; seed += 1) expect(callsOf(mixed(happenings, seed))).toEqual(calls);
  });
});

it('is missed by whom it has rung for as long as its queue rings somebody; not by who rejects, or was faster', () => {
  const missed = transcripts().flatMap((name) =>
    callsOf(eventsIn(name)).flatMap((call) =>
      phonesOf(call).flatMap((phone) => (hasMissed(call, phone) ? [[name, phone]] : [])),
    ),
  );
  expect(missed).toEqual([['08-ring-no-answer-next-agent', '2001']]);
});

it('is not talked by whose phone has answered too late', () => {
  const events = eventsIn('35-two-agents-answer-at-once');
  const end = events.findIndex(({ kind, leg }) => kind === 'over' && leg.channel.startsWith('PJSIP/2002'));
  const over = events[end];
  if (!over) throw new Error('it never ends');
  const { call, at, leg } = over;
  // Its answer was on the way when the gateway gave the call to the other one.
  const up = { call, leg, at: at - 1, kind: 'up' } as const;
  const before = [...events.slice(0, end), up];
  const useIn = (happenings: readonly GatewayCallEvent[]) =>
    callsOf(happenings).map((one) => phoneUse(one, '2002'));
  expect(useIn(before)).toEqual(['rings']);
  expect(useIn([...before, over])).toEqual(['free']);
  for (const one of callsOf([...events, up])) expect(hasMissed(one, '2002')).toBe(false);
});

describe('a call from outside', () => {
  const name = '25-queue-with-local-members';
  const callLines = (context: string) =>
    callsOf(
      blocksOf(name).flatMap(
        (block) => readGatewayCallEvent(readMessage(block.replaceAll('from-trunk', context))) ?? [],
      ),
    ).map(lineOf);

  it.each(['from-pstn', 'from-trunk-pjsip-acme'])(
    'is known by the context that FreePBX has: %s',
    (context) => {
      expect(callLines(context)).toEqual(TOLD[name]);
    },
  );

  it('rings the phone of a member whom FreePBX names after a person', () => {
    const blocks = blocksOf(name).map((block) =>
      block.replaceAll('MemberName: 2004', 'MemberName: Budi Santoso'),
    );
    expect(blocks.join()).toContain('MemberName: Budi Santoso');
    const happenings = blocks.flatMap((block) => readGatewayCallEvent(readMessage(block)) ?? []);
    expect(callsOf(happenings).map(lineOf)).toEqual(TOLD[name]);
    const extensions = happenings.flatMap((one) => ('extension' in one ? [one.extension] : []));
    expect(new Set(extensions)).toEqual(new Set(['2004']));
  });

  it('is not one from any other context', () => {
    for (const line of callLines('from-trunks')) expect(line).not.toMatch(/^in /);
  });
});

describe('a call whose page is loaded anew', () => {
  const back = (text: string) => text.replaceAll('Extension: 1002', 'Extension: *81001');
  const events = blocksOf('28-browser-blind-transfer')
    .map((block) =>
      block.startsWith('Event: BlindTransfer') ? back(block) : block.replaceAll('PJSIP/1002', 'PJSIP/1001'),
    )
    .flatMap((block) => readGatewayCallEvent(readMessage(block)) ?? [])
    .toSorted((a, b) => a.at - b.at);
  const gone = events.findIndex(({ kind }) => kind === 'transferred') + 1;
  const usesAfter = (happenings: readonly GatewayCallEvent[]) =>
    callsOf(happenings).map((call) => phoneUse(call, '1001'))[0];

  it('leaves its phone no moment for another', () => {
    const hungUp = events.findLastIndex(
      ({ kind, leg }) => kind === 'over' && leg.channel.startsWith('PJSIP/1001'),
    );
    const uses = Array.from({ length: hungUp - gone }, (_, n) => usesAfter(events.slice(0, gone + n)));
    expect(new Set(uses)).toEqual(new Set(['talks', 'rings']));
    expect(usesAfter(events)).toBe('free');
  });

  it('is nobody’s any more once it waits in its queue again', () => {
    const queued = events.find(({ kind }) => kind === 'queued');
    const at = (events[gone - 1]?.at ?? 0) + 5000;
    const over = events
      .filter(({ kind, leg }) => kind === 'over' && leg.channel.startsWith('PJSIP/1001'))
      .slice(0, 1);
    const before = [...events.slice(0, gone), ...over];
    expect(usesAfter(before)).toBe('talks');
    expect(queued && usesAfter([...before, { ...queued, at }])).toBe('free');
  });
});

describe('a ledger', () => {
  it('says nothing of what it knew, and lets go of what is over', () => {
    const ledger = createCallTracker();
    const [first, ...more] = eventsIn('01-inbound-answer-agent-hangs-up');
    if (!first) throw new Error('an empty recording');
    const entry = ledger.add(first, 1000);
    expect(entry && trackedCallState(entry)).toMatchObject({
      direction: 'in',
      number: '081234567890',
      ended: null,
    });
    expect(ledger.add(first, 1000)).toBeUndefined();
    ledger.forget(3000);
    expect(ledger.size()).toBe(1);
    for (const happening of more) ledger.add(happening, 2000);
    for (const each of ledger.all()) each.fresh.splice(0);
    ledger.forget(2000);
    expect(ledger.size()).toBe(1);
    ledger.forget(2001);
    expect(ledger.size()).toBe(0);
  });
});
