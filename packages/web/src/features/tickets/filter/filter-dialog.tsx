import { ActionIcon, Button, Checkbox, Group, Menu, Select, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { condition, operatorsOf, type Condition, type ConditionName } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialog.tsx';
import { draftOf, isComplete, needsValue, withOperator, type Draft } from './conditions.ts';
import classes from './filter-dialog.module.css';
import { useConditionFields } from './use-condition-fields.ts';
import { useConditionWords } from './use-condition-words.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  conditions: readonly Condition[];
  isFollowed: boolean;
  onApply: (conditions: Condition[], isFollowed: boolean) => void;
  onClose: () => void;
};
type Line = { key: number; draft: Draft };

const MOST = 20;

/** The builder: a line per condition, and all of them must hold. */
export default function FilterDialog({ conditions, onApply, onClose, ...given }: Props) {
  const { t } = useTranslation('tickets');
  const words = useConditionWords();
  const fields = useConditionFields();
  const [lines, setLines] = useState<Line[]>(() => conditions.map((draft, key) => ({ key, draft })));
  const [isFollowed, setFollowed] = useState(given.isFollowed);
  const [isTried, setTried] = useState(false);

  function add(field: ConditionName): void {
    const of = fields.of(field);
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    if (of) setLines([...lines, { key, draft: draftOf(field, of) }]);
  }
  function change(key: number, draft: Draft): void {
    setLines(lines.map((line) => (line.key === key ? { key, draft } : line)));
  }
  function clear(): void {
    setLines([]);
    setFollowed(false);
  }
  function apply(): void {
    setTried(true);
    const parsed = lines.map(({ draft }) => condition.safeParse(draft));
    if (parsed.every((one) => one.success))
      onApply(
        parsed.map((one) => one.data),
        isFollowed,
      );
  }

  return (
    <Dialog title={t('filter.label')} onClose={onClose} width={640}>
      <form
        className={classes['lines']}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Checkbox
          label={t('followed.label')}
          checked={isFollowed}
          onChange={(event) => setFollowed(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t(lines.length === 0 ? 'where.none' : 'where.all')}
        </Text>
        {lines.map(({ key, draft }, index) => (
          <ConditionLine
            key={key}
            n={index + 1}
            draft={draft}
            isTried={isTried}
            onChange={(next) => change(key, next)}
            onRemove={() => setLines(lines.filter((line) => line.key !== key))}
          />
        ))}
        <Group justify="space-between" mt={8}>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
                disabled={lines.length >= MOST}
                data-autofocus
              >
                {t('where.add')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['fields']}>
              {fields.names.map((field) => (
                <Menu.Item key={field} onClick={() => add(field)}>
                  {words.fieldName(field)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Group gap={8}>
            {(lines.length > 0 || isFollowed) && (
              <Button variant="subtle" color="gray" onClick={clear}>
                {t('where.clear')}
              </Button>
            )}
            <Button type="submit">{t('where.apply')}</Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}

type LineProps = {
  n: number;
  draft: Draft;
  isTried: boolean;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
};

function ConditionLine({ n, draft, isTried, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('tickets');
  const words = useConditionWords();
  const fields = useConditionFields();
  const of = fields.of(draft.field);

  function choose(picked: string | null): void {
    const field = fields.names.find((name) => name === picked);
    const next = field && fields.of(field);
    if (field && next) onChange(draftOf(field, next));
  }

  return (
    <fieldset className={classes['line']} aria-label={t('where.row', { n })}>
      <Select
        label={t('where.field')}
        data={fields.names.map((value) => ({ value, label: words.fieldName(value) }))}
        searchable
        value={draft.field}
        onChange={choose}
      />
      <Select
        label={t('where.op')}
        data={
          of ? operatorsOf(of).map((op) => ({ value: op, label: words.operatorName({ ...draft, op }) })) : []
        }
        value={draft.op}
        onChange={(op) => of && onChange(withOperator(draft, op as Condition['op'], of))}
      />
      <div className={classes['value']}>
        {of && needsValue(draft) && (
          <ValueField
            draft={draft}
            of={of}
            error={isTried && !isComplete(draft) ? t('where.incomplete') : undefined}
            onChange={(value) => onChange({ ...draft, value })}
          />
        )}
      </div>
      <ActionIcon mt={22} aria-label={t('where.remove', { n })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </fieldset>
  );
}
