import { ApiError } from '#shared/api/api-error.ts';
import { FormDrawer } from '#shared/forms/form-drawer.tsx';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { StaleTable } from '#shared/forms/stale-table.tsx';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './examples.module.css';

const FIELDS = Array.from({ length: 40 }, (_, n) => `Field ${n + 1}`);
type Values = Readonly<Record<string, string>>;

const ENDS = ['saved', 'offline', 'refused', 'changed meanwhile'] as const;
type End = (typeof ENDS)[number];
const isEnd = (value: string): value is End => ENDS.some((end) => end === value);

const emptyOf = (values: Values): ReadonlySet<string> =>
  new Set(FIELDS.filter((field) => !(values[field] ?? '').trim()));

const CODES = { offline: 'offline', refused: 'internal', 'changed meanwhile': 'conflict' } as const;
/** The field that somebody else changes meanwhile. */
const OTHERS = 'Field 1';

/** A form of 40 required fields, as a page and in a drawer. The result of saving can be chosen above it. */
export function FormExample() {
  const [end, setEnd] = useState<End>('saved');
  // A ref, so that a save right after a choice uses it, even before the component has rendered again.
  const next = useRef(end);
  const choose = (chosen: End) => {
    next.current = chosen;
    setEnd(chosen);
  };
  const [saved, setSaved] = useState<Values>(() =>
    Object.fromEntries(FIELDS.map((field) => [field, `Value of ${field.toLowerCase()}`])),
  );
  const [isOpen, setOpen] = useState(false);
  const { draft, problems, error, bar } = useSavedForm({
    key: 'example',
    saved,
    problemsOf: emptyOf,
    async send(values) {
      const { current } = next;
      await new Promise((answered) => setTimeout(answered, 600));
      if (current === 'saved') return setSaved(values);
      if (current === 'changed meanwhile') setSaved({ ...saved, [OTHERS]: 'Budi wrote this' });
      throw new ApiError({ code: CODES[current], message: current });
    },
  });
  const fields = FIELDS.map((field) => (
    <TextInput
      key={field}
      label={field}
      withAsterisk
      value={draft.value[field] ?? ''}
      error={problems.has(field) && 'This field is required.'}
      onChange={(event) => draft.set({ ...draft.value, [field]: event.currentTarget.value })}
    />
  ));
  const changed = FIELDS.filter((field) => draft.value[field] !== saved[field]);
  const isStale = error !== null && end === 'changed meanwhile';
  return (
    <>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label="Saving ends"
          data={[...ENDS]}
          value={end}
          onChange={(value) => isEnd(value) && choose(value)}
        />
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Open in a drawer
        </Button>
        <SaveBar canEdit {...bar} />
        {error && <span role="alert">{error}</span>}
      </div>
      <div className={classes['fields']}>{fields}</div>
      {isOpen && (
        <FormDrawer
          title="Example"
          isNew={false}
          state={{
            isChanged: draft.isChanged,
            isRestored: false,
            isSaving: bar.isSaving,
            submit: bar.onSave,
            discard: bar.onUndo,
            keep: () => undefined,
          }}
          failure={error === null || isStale ? null : error === 'offline' ? 'offline' : 'failed'}
          stale={
            isStale && (
              <StaleTable
                title="Budi saved this a moment ago."
                rows={changed.map((field) => ({
                  key: field,
                  name: field,
                  now: saved[field] ?? '',
                  mine: draft.value[field] ?? '',
                }))}
                onApply={() => {
                  choose('saved');
                  bar.onSave();
                }}
                onTake={bar.onUndo}
              />
            )
          }
          onClose={() => setOpen(false)}
        >
          {fields}
        </FormDrawer>
      )}
    </>
  );
}
