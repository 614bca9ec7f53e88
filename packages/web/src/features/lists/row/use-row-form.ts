import { call } from '#shared/api/call.ts';
import { useRecordForm } from '#shared/forms/use-record-form.ts';
import type { SettingsList, ListRow } from '@trunkline/contract';
import {
  changesOf,
  formOf,
  isChanged,
  merge,
  problemsOf,
  refusalOf,
  withFieldTyped,
  type Problems,
  type RowForm,
  type FieldInput,
} from './row-form.ts';

type Saved = { row: ListRow; operationId: number | null };
type Options = {
  list: SettingsList;
  row: ListRow | null;
  /** The filter of the list, which is the default for a new row. */
  within: number | undefined;
  onSaved: (saved: Saved) => void;
};

/** The state of the form of a row. */
export function useRowForm({ list, row, within, onSaved }: Options) {
  const { fields, kind, startsOff } = list;
  const state = useRecordForm({
    key: `lists ${kind} ${row?.id ?? 'new'}`,
    record: row,
    begin: (record: ListRow | null) => begin(list, record, within),
    isChanged: (form, base) => isChanged(fields, form, base, !startsOff),
    isFine: (form) => Object.keys(problemsOf(list, form)).length === 0,
    send: (form, base) => send(list, form, base),
    refusalOf,
    currentOf: (refusal) => (refusal.kind === 'stale' ? refusal.stale.current : null),
    isOfField: ({ kind: why }) => why === 'fields',
    merge: (form, base, current) => merge(fields, form, { base, current }),
    onSaved,
  });
  const { form, base, refusal, isTried } = state;
  const problems: Problems = {
    ...(refusal?.kind === 'fields' && refusal.problems),
    ...(isTried && problemsOf(list, form)),
  };
  return {
    ...state,
    problems,
    // An existing row keeps its names: nothing is proposed from its other fields.
    setValue: (name: string, value: FieldInput) =>
      state.set(withFieldTyped(base ? {} : fields, form, [name, value])),
    setActive: (is_active: boolean) => state.set({ ...form, is_active }),
  };
}

function begin(
  { fields, within, startsOff }: SettingsList,
  row: ListRow | null,
  place: number | undefined,
): RowForm {
  const form = formOf(fields, row, !startsOff);
  if (row || !within || place === undefined) return form;
  return { ...form, values: { ...form.values, [within]: String(place) } };
}

async function send(
  { fields, endpoints }: SettingsList,
  form: RowForm,
  base: ListRow | null,
): Promise<Saved> {
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
