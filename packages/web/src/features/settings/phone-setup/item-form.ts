import {
  createPhoneItem,
  type PhoneItem,
  type PhoneItemKind,
  type PhoneTarget,
  type TypedPhoneItem,
} from '@trunkline/contract';

export const KINDS = [
  'number',
  'menu',
  'queue',
  'prompt',
  'trunk',
] as const satisfies readonly PhoneItemKind[];
export type FormOf<K extends PhoneItemKind> = Extract<TypedPhoneItem, { kind: K }>;

/** What the fields of each kind are given. */
export type FieldsProps<F extends TypedPhoneItem> = {
  form: F;
  /** All that is set up at the gateway, to lead to. */
  items: readonly PhoneItem[];
  problems: ReadonlySet<string>;
  change: (form: F) => void;
};

export const HANG_UP: PhoneTarget = { to: 'hang_up' };
const MESSAGE: PhoneTarget = { to: 'message' };
const SIP_PORT = 5060;

/** A new one, as it stands in the form. */
export function freshItem(kind: PhoneItemKind, language: 'en' | 'id'): TypedPhoneItem {
  switch (kind) {
    case 'queue':
      return {
        kind,
        name: '',
        strategy: 'rrmemory',
        ring_seconds: 15,
        wrap_up_seconds: 0,
        wait_seconds: 300,
        after_wait: MESSAGE,
        welcome_id: null,
        announce_id: null,
        announce_seconds: 30,
        members: [],
      };
    case 'menu':
      return {
        kind,
        name: '',
        prompt_id: null,
        invalid_id: null,
        timeout_seconds: 6,
        tries: 3,
        options: [],
        otherwise: HANG_UP,
      };
    case 'number':
      return { kind, name: '', number: '', office_hours_id: null, open: HANG_UP, closed: MESSAGE };
    case 'trunk':
      return {
        kind,
        name: '',
        host: '',
        port: SIP_PORT,
        username: '',
        secret: '',
        registers: true,
        is_for_calls_out: false,
        codecs: ['alaw', 'ulaw'],
        match: [],
      };
    case 'prompt':
      return { kind, name: '', text: '', language };
  }
}

/** One that is there, as it stands in the form: what nobody gets to see, or changes here, is left out. */
export function formOf(item: PhoneItem): TypedPhoneItem {
  if (item.kind === 'queue') {
    const { id: _, queue: __, ...form } = item;
    return form;
  }
  if (item.kind === 'trunk') {
    const { id: _, has_secret: __, ...form } = item;
    return { ...form, secret: '' };
  }
  if (item.kind === 'prompt') {
    const { id: _, url: __, duration_ms: ___, ...form } = item;
    return form;
  }
  const { id: _, ...form } = item;
  return form;
}

/** What is sent. A secret that nobody has typed stays as it is. */
export function bodyOf(form: TypedPhoneItem): TypedPhoneItem {
  const named = { ...form, name: form.name.trim() };
  if (named.kind === 'number') return { ...named, number: named.number.replaceAll(/[\s().-]/g, '') };
  if (named.kind !== 'trunk' || named.secret !== '') return named;
  const { secret: _, ...rest } = named;
  return rest;
}

/** Fields with values that cannot be saved, by what the server takes. */
export function problemsOf(form: TypedPhoneItem, isNew: boolean): ReadonlySet<string> {
  const read = createPhoneItem.body.safeParse(bodyOf(form));
  const problems = new Set((read.error?.issues ?? []).map(({ path }) => String(path[0] ?? '')));
  if (form.kind === 'prompt' && isNew && form.audio === undefined) problems.add('audio');
  return problems;
}
