import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useMutation } from '@tanstack/react-query';
import type { List, ListKind, ListRow } from '@trunkline/contract';
import { useState } from 'react';
import {
  changesOf,
  formOf,
  isChanged,
  merge,
  problemsOf,
  refusalOf,
  withTyped,
  type Problems,
  type RowForm,
  type Typed,
} from './row-form.ts';

type Draft = { base: ListRow | null; form: RowForm };
// What was typed and not saved is there again when the drawer opens again.
const drafts = new Map<string, Draft>();

type Saved = { row: ListRow; operationId: number | null };
type Options = {
  list: List;
  row: ListRow | null;
  /** What the list is narrowed down to: a new row begins there. */
  within: number | undefined;
  onSaved: (saved: Saved) => void;
};

/** The state of the drawer: what is typed, what it is based on, what is wrong with it, and saving. */
export function useRowForm({ list, row, within, onSaved }: Options) {
  const { fields, kind, startsOff } = list;
  const key = useDraftKey(kind, row);
  const [kept] = useState(() => drafts.get(key));
  const [base, setBase] = useState(kept?.base ?? row);
  const [form, setForm] = useState(() => kept?.form ?? begin(list, row, within));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [isTried, setTried] = useState(false);
  const changed = isChanged(fields, form, base, !startsOff);

  const save = useMutation({
    mutationFn: () => send(list, form, base),
    onSuccess: (saved) => {
      drafts.delete(key);
      onSaved(saved);
    },
    onError: (error) => {
      const refusal = refusalOf(error);
      if (refusal.kind !== 'stale' || !base) return;
      const { current } = refusal.stale;
      setForm(merge(fields, form, { base, current }));
      setBase(current);
    },
  });
  const refusal = save.error ? refusalOf(save.error) : null;
  const own = isTried ? problemsOf(list, form) : {};
  const problems: Problems = { ...(refusal?.kind === 'fields' ? refusal.problems : {}), ...own };

  function reset(to: ListRow | null): void {
    drafts.delete(key);
    setBase(to);
    setForm(formOf(fields, to, !startsOff));
    setTried(false);
    setRestored(false);
    save.reset();
  }

  return {
    form,
    base,
    problems,
    refusal,
    isChanged: changed,
    isRestored,
    isSaving: save.isPending,
    set(name: string, value: Typed): void {
      // What is there already keeps its names.
      setForm(withTyped(base ? {} : fields, form, [name, value]));
      if (refusal?.kind === 'fields') save.reset();
    },
    setActive: (is_active: boolean) => setForm({ ...form, is_active }),
    submit(): void {
      setTried(true);
      if (Object.keys(problemsOf(list, form)).length === 0 && !save.isPending) save.mutate();
    },
    discard: () => reset(row),
    takeTheirs: () => reset(base),
    keep: () => void (changed ? drafts.set(key, { base, form }) : drafts.delete(key)),
  };
}

/** Whoever signs in next on this screen does not get what somebody else was writing. */
function useDraftKey(kind: ListKind, row: ListRow | null): string {
  const { user } = useSession();
  return `${user.id} ${kind} ${row?.id ?? 'new'}`;
}

function begin({ fields, within, startsOff }: List, row: ListRow | null, place: number | undefined): RowForm {
  const form = formOf(fields, row, !startsOff);
  if (row || !within || place === undefined) return form;
  return { ...form, values: { ...form.values, [within]: String(place) } };
}

async function send({ fields, endpoints }: List, form: RowForm, base: ListRow | null): Promise<Saved> {
  const { values, is_active } = changesOf(fields, form, base);
  if (!base) {
    const answer = await call(endpoints.create, { body: { values, is_active: form.is_active } });
    return { row: answer.data, operationId: answer.operation_id };
  }
  const answer = await call(endpoints.update, {
    params: { id: base.id },
    body: {
      version: base.version,
      ...(Object.keys(values).length > 0 && { values }),
      ...(is_active !== undefined && { is_active }),
    },
  });
  return { row: answer.data, operationId: answer.operation_id };
}
