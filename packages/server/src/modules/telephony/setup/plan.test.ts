import { createPhoneItem, type PhoneSetupItem, type TypedPhoneItem } from '@trunkline/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandSafeConfig, configFileText } from './config-text.ts';
import { dialPlan, type DialPlanInput } from './dial-plan.ts';
import { hoursSection, type PlannedHours } from './hours-plan.ts';
import { queueSections } from './queue-file.ts';
import { missingReferencesIn, isNameOrNumberTaken, queueName } from './setup-rules.ts';
import { trunkSections } from './trunk-file.ts';

const HANG_UP = { to: 'hang_up' } as const;
const prompt = (id: number): PhoneSetupItem => ({
  id,
  kind: 'prompt',
  name: `Prompt ${id}`,
  text: '',
  language: 'en',
  duration_ms: 1000,
  url: `/api/phone/prompts/file${id}.wav`,
});
const queue: PhoneSetupItem = {
  id: 3,
  kind: 'queue',
  name: 'Help desk',
  queue: 'helpdesk',
  strategy: 'ringall',
  ring_seconds: 15,
  wrap_up_seconds: 5,
  wait_seconds: 60,
  after_wait: { to: 'extension', extension: '2009' },
  welcome_id: 9,
  announce_id: 9,
  announce_seconds: 30,
  members: [{ user_id: 1 }, { user_id: 2 }, { extension: '2001' }, { extension: '2002' }],
};
const menu: PhoneSetupItem = {
  id: 4,
  kind: 'menu',
  name: 'Main',
  prompt_id: 9,
  invalid_id: null,
  timeout_seconds: 6,
  tries: 3,
  options: [
    { key: '1', target: { to: 'queue', id: 3 } },
    { key: '#', target: { to: 'person', user_id: 1 } },
  ],
  otherwise: { to: 'prompt', id: 9 },
};
const number: PhoneSetupItem = {
  id: 5,
  kind: 'number',
  name: 'Hotline',
  number: '+62215000',
  office_hours_id: 7,
  open: { to: 'menu', id: 4 },
  closed: HANG_UP,
};
const trunk: PhoneSetupItem = {
  id: 6,
  kind: 'trunk',
  name: 'Carrier',
  host: 'sip.example.com',
  port: 5060,
  username: 'me',
  registers: true,
  is_for_calls_out: true,
  codecs: ['alaw'],
  match: ['203.0.113.0/24'],
  has_secret: true,
};
const planOf = (items: readonly PhoneSetupItem[], more: Partial<DialPlanInput> = {}): DialPlanInput => ({
  items,
  extensions: new Map([[1, '2001']]),
  hours: [{ id: 7, time_zone: 'Asia/Jakarta', hours: 'Mo-Fr 09:00-17:00', exceptions: [] }],
  promptUrl: ({ url }) => `http://192.0.2.1:3000${url}`,
  secrets: new Map([[6, 'hush']]),
  today: '2026-11-24',
  ...more,
});
const ALL = [prompt(9), queue, menu, number, trunk];
const linesOf = (plan: DialPlanInput, name: string) =>
  dialPlan(plan)
    .find((section) => section.name === name)
    ?.lines.map(([, value]) => value);

describe('the dial plan that is made of what is set up', () => {
  it('leads a number by the office hours', () => {
    expect(linesOf(planOf(ALL), 'trunkline-numbers')).toEqual([
      '+62215000,1,Set(__CALL_ID=${UNIQUEID})',
      '+62215000,n,Set(__CALL_DIRECTION=in)',
      '+62215000,n,Set(__CUSTOMER_NUMBER=${FILTER(0-9+,${CALLERID(num)})})',
      '+62215000,n,Gosub(trunkline-hours-7,s,1)',
      '+62215000,n,GotoIf($["${GOSUB_RETVAL}" = "1"]?open)',
      '+62215000,n,Goto(trunkline-end,s,1)',
      '+62215000,n(open),Goto(trunkline-menu-4,s,1)',
    ]);
  });

  it('leads to the gateway’s own message, where it has that', () => {
    const lines = linesOf(
      planOf([{ ...number, office_hours_id: null, open: { to: 'message' } }]),
      'trunkline-numbers',
    );
    expect(lines?.at(-1)).toBe(
      '+62215000,n,GotoIf($[${DIALPLAN_EXISTS(nobody,s,1)}]?nobody,s,1:trunkline-end,s,1)',
    );
  });

  it('is always open where the office hours are gone', () => {
    const lines = linesOf(planOf(ALL, { hours: [] }), 'trunkline-numbers');
    expect(lines?.at(-1)).toBe('+62215000,n,Goto(trunkline-menu-4,s,1)');
    expect(lines).toHaveLength(4);
  });

  it('tells of a menu as calls are followed by, and where each key leads', () => {
    const lines = linesOf(planOf(ALL), 'trunkline-menu-4');
    expect(lines).toContain('s,n,UserEvent(IvrEnter,CallId: ${CALL_ID},Menu: trunkline-menu-4)');
    expect(lines).toContain('s,n(again),Background(http://192.0.2.1:3000/api/phone/prompts/file9.wav)');
    expect(lines?.filter((line) => line.startsWith('1,'))).toEqual([
      '1,1,Set(__IVR_KEYPRESS=1)',
      '1,n,UserEvent(IvrExit,CallId: ${CALL_ID},Menu: trunkline-menu-4,Reason: choice,Keypress: 1)',
      '1,n,Goto(trunkline-queue-3,s,1)',
    ]);
    expect(lines).toContain('#,n,Goto(trunkline-phone-2001,s,1)');
    expect(lines?.at(-1)).toBe('t,n,Goto(trunkline-prompt-9,s,1)');
  });

  it('hangs up where somebody has no telephone any more', () => {
    const lines = linesOf(planOf(ALL, { extensions: new Map() }), 'trunkline-menu-4');
    expect(lines).toContain('#,n,Goto(trunkline-end,s,1)');
  });

  it('rings the members of a queue once each, and people without a telephone not at all', () => {
    const [section] = queueSections(planOf(ALL));
    const members = section?.lines.filter(([key]) => key === 'member').map(([, value]) => value);
    expect(members).toEqual(['PJSIP/2001,0,2001,PJSIP/2001', 'PJSIP/2002,0,2002,PJSIP/2002']);
  });

  it('signs a trunk in where it has a secret, and only then', () => {
    expect(trunkSections(planOf(ALL)).map(({ name }) => name)).toEqual([
      'trunkline-trunk-6',
      'trunkline-trunk-6-aor',
      'trunkline-trunk-6-identify',
      'trunkline-trunk-6-auth',
      'trunkline-trunk-6-registration',
    ]);
    expect(trunkSections(planOf(ALL, { secrets: new Map() }))).toHaveLength(3);
  });

  it('counts holidays: that very date before a yearly one, and none that are over', () => {
    const hours: PlannedHours = {
      id: 7,
      time_zone: 'Asia/Jakarta',
      hours: 'Mo 09:00-12:00; Su 00:00-24:00',
      exceptions: [
        { date: '2020-12-25', is_yearly: true, hours: '' },
        { date: '2026-12-25', is_yearly: false, hours: '08:00-10:00' },
        { date: '2026-01-01', is_yearly: false, hours: '' },
      ],
    };
    expect(hoursSection(hours, '2026-11-24').lines.map(([, value]) => value)).toEqual([
      's,1,Set(TODAY=${STRFTIME(${EPOCH},Asia/Jakarta,%Y-%m-%d)})',
      's,n,GotoIf($["${TODAY}" = "2026-12-25"]?day0,1)',
      's,n,GotoIf($["${TODAY:5}" = "12-25"]?day1,1)',
      's,n,GotoIfTime(09:00-11:59,mon,*,*,Asia/Jakarta?open,1)',
      's,n,GotoIfTime(00:00-23:59,sun,*,*,Asia/Jakarta?open,1)',
      's,n,Return(0)',
      'day0,1,GotoIfTime(08:00-09:59,*,*,*,Asia/Jakarta?open,1)',
      'day0,n,Return(0)',
      'day1,1,Return(0)',
      'open,1,Return(1)',
    ]);
  });
});

const HOSTILE = [
  ';comment',
  'a\nexten => s,1,System(id)',
  '${SHELL(id)}',
  '${SYSTEM(id)}',
  'a,b',
  'a&b',
  'a|b',
  '[general]',
  'a]b',
  '"',
  '\\',
  '#exec id',
  '>x',
  ' ',
];
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string(),
  fc
    .tuple(fc.constantFrom('1001', 'sip.example.com', 'me'), fc.constantFrom(...HOSTILE))
    .map((two) => two.join('')),
);
/** The files for an item as it is sent to the server; undefined where it is refused. */
function written(body: TypedPhoneItem): string | undefined {
  const read = createPhoneItem.body.safeParse(body);
  if (!read.success) return undefined;
  const { data } = read;
  const more = { queue: queueName(data.name, new Set()), url: '/api/phone/prompts/x.wav', has_secret: true };
  const item = { ...more, duration_ms: 1, ...data, id: 1 } as PhoneSetupItem;
  const secret = data.kind === 'trunk' ? (data.secret ?? '') : '';
  const plan = planOf([prompt(9), item], { secrets: new Map([[1, secret]]) });
  const files = [dialPlan(plan), queueSections(plan), trunkSections(plan)];
  return files.map((sections) => configFileText(demandSafeConfig(sections))).join('\n');
}
/** The same with a harmless name. */
const harmless = (body: TypedPhoneItem): string | undefined => written({ ...body, name: 'Plain' });

/** A counterexample to the property, or null. */
const exceptionTo = <T>(property: fc.IProperty<T>): T | null => fc.check(property).counterexample;
const lineCount = (text: string | undefined): number => (text ?? '').split('\n').length;
const isAccepted = (body: TypedPhoneItem): boolean => createPhoneItem.body.safeParse(body).success;

describe('hostile values', () => {
  it('as a name change nothing in the files but the name of a queue, which is letters and digits', () => {
    const { id: _, ...plain } = menu;
    expect(
      exceptionTo(
        fc.property(hostile, (name) => {
          const body: TypedPhoneItem = { ...plain, name };
          return !isAccepted(body) || written(body) === harmless(body);
        }),
      ),
    ).toBeNull();
    const { id: __, queue: ___, ...own } = queue;
    expect(
      exceptionTo(
        fc.property(
          hostile,
          (name) =>
            !isAccepted({ ...own, name }) ||
            lineCount(written({ ...own, name })) === lineCount(harmless(own)),
        ),
      ),
    ).toBeNull();
    expect(
      exceptionTo(fc.property(hostile, (name) => /^[a-z][a-z0-9]+$/.test(queueName(name, new Set())))),
    ).toBeNull();
  });

  it('of a trunk are refused, or are one plain value', () => {
    const { id: _, has_secret: __, ...own } = trunk;
    const steps = lineCount(written({ ...own, secret: 'hush' }));
    expect(
      exceptionTo(
        fc.property(hostile, fc.constantFrom('host', 'username', 'secret', 'match'), (value, field) => {
          const text = written({ ...own, secret: 'hush', [field]: field === 'match' ? [value] : value });
          // With an empty secret or user there is no sign-in; otherwise the lines are the same, whatever the value.
          if (text === undefined || value === '') return true;
          // Variables in a secret do no harm: that file has none.
          const isHarmless = field === 'secret' || !/\$\{S(?:HELL|YSTEM)/.test(text);
          return isHarmless && lineCount(text) === steps && !text.includes(';');
        }),
      ),
    ).toBeNull();
  });

  it('as numbers and extensions are refused', () => {
    const { id: _, ...line } = number;
    expect(
      exceptionTo(
        fc.property(
          hostile,
          (value) => /^\+?\d{2,15}$/.test(value) === isAccepted({ ...line, number: value }),
        ),
      ),
    ).toBeNull();
    expect(
      exceptionTo(
        fc.property(hostile, (extension) => {
          const open = { to: 'extension', extension } as const;
          return /^\d{2,10}$/.test(extension) === isAccepted({ ...line, open });
        }),
      ),
    ).toBeNull();
  });

  it('in somebody’s extension, or in a time zone, are left out', () => {
    for (const value of HOSTILE) {
      const hours = [{ id: 7, time_zone: value, hours: '', exceptions: [] }];
      const text = configFileText(
        demandSafeConfig(dialPlan(planOf(ALL, { extensions: new Map([[1, value]]), hours }))),
      );
      expect(text).not.toContain('SHELL');
      expect(text).toContain('STRFTIME(${EPOCH},UTC,');
      expect(text).toContain('#,n,Goto(trunkline-end,s,1)');
    }
  });

  it('that came so far all the same are stopped there', () => {
    expect(() => demandSafeConfig([{ name: 'a', lines: [['exten', 's,1,A;b']] }])).toThrow('no line');
    expect(() => demandSafeConfig([{ name: 'a', lines: [['exten', 's,1,A\n[b]']] }])).toThrow('no line');
    expect(() => demandSafeConfig([{ name: 'a]\n[b', lines: [] }])).toThrow('no name');
  });
});

describe('what leads to what', () => {
  it('has to be there, and of the right kind', () => {
    expect(missingReferencesIn(number, ALL)).toEqual([]);
    expect(missingReferencesIn(number, [queue])).toEqual([{ path: 'open', message: expect.any(String) }]);
    expect(missingReferencesIn(menu, [{ ...queue, id: 9 }]).map(({ path }) => path)).toEqual([
      'prompt_id',
      'options.0.target',
      'otherwise',
    ]);
  });

  it('has a name of its own among its kind, and a number once', () => {
    expect(isNameOrNumberTaken({ ...number, name: 'Other' }, ALL)).toBe(true);
    expect(isNameOrNumberTaken({ ...number, name: 'Other', number: '123' }, ALL)).toBe(false);
    expect(isNameOrNumberTaken({ ...menu, name: 'HOTLINE' }, ALL)).toBe(false);
    expect(isNameOrNumberTaken({ ...menu, name: 'MAIN' }, ALL)).toBe(true);
  });

  it('gives queues names that a telephone can dial', () => {
    expect(queueName('Help desk', new Set())).toBe('helpdesk');
    expect(queueName('Élan & Søn', new Set())).toBe('elansn');
    expect(queueName('Sales', new Set(['sales', 'sales2']))).toBe('sales3');
    expect(queueName('客服', new Set())).toBe('queue');
  });
});
