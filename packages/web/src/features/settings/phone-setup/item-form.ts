import {
  createPhoneItem,
  type PhoneSetupItem,
  type PhoneItemKind,
  type PhoneTarget,
  type TypedPhoneItem,
  onOneLine,
} from '@trunkline/contract';

export const KINDS = [
  'number',
  'menu',
  'queue',
  'prompt',
  'trunk',
] as const satisfies readonly PhoneItemKind[];
export type FormOf<K extends PhoneItemKind> = Extract<TypedPhoneItem, { kind: K }>;

/** The properties of each kind's fields. */
export type FieldsProps<F extends TypedPhoneItem> = {
  form: F;
  /** All items of the gateway, which can be targets. */
  items: readonly PhoneSetupItem[];
  problems: ReadonlySet<string>;
  change: (form: F) => void;
};

export const HANG_UP: PhoneTarget = { to: 'hang_up' };
const MESSAGE: PhoneTarget = { to: 'message' };
const SIP_PORT = 5060;

/** Returns the form of a new item. */
export function newItemForm(kind: PhoneItemKind, language: 'en' | 'id'): TypedPhoneItem {
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

/** Returns the form of a saved item, without secrets and fields that cannot be changed here. */
export function formOf(item: PhoneSetupItem): TypedPhoneItem {
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

/** Returns the request; a secret that was not typed is left unchanged. */
export function bodyOf(form: TypedPhoneItem): TypedPhoneItem {
  const named = { ...form, name: onOneLine(form.name) };
  if (named.kind === 'number') return { ...named, number: named.number.replaceAll(/[\s().-]/g, '') };
  if (named.kind !== 'trunk' || named.secret !== '') return named;
  const { secret: _, ...rest } = named;
  return rest;
}

/** Returns the fields that the server would refuse, by the schema of its request. */
export function problemsOf(form: TypedPhoneItem, isNew: boolean): ReadonlySet<string> {
  const read = createPhoneItem.body.safeParse(bodyOf(form));
  const problems = new Set((read.error?.issues ?? []).map(({ path }) => String(path[0] ?? '')));
  if (form.kind === 'prompt' && isNew && form.audio === undefined) problems.add('audio');
  return problems;
}
