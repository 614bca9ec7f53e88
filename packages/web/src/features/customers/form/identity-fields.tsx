import { ActionIcon, Anchor, Button, TextInput } from '@mantine/core';
import { IconMail, IconPhone, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LIMITS } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../customer-drawer.module.css';
import type { CustomerFormProblem, IdentityEntry, TypedKind } from './customer-form.ts';
import type { FormRefusal } from './form-refusal.ts';

type Props = {
  entries: readonly IdentityEntry[];
  problems: readonly CustomerFormProblem[];
  refusal: FormRefusal | null;
  onChange: (entries: IdentityEntry[]) => void;
  onOpenOwner: () => void;
};

const MOST = 20;
const ICONS = { email: IconMail, phone: IconPhone };

/** The inputs for e-mail addresses and phone numbers, each with its own problem. */
export function IdentityFields({ entries, problems, refusal, onChange, onOpenOwner }: Props) {
  const { t } = useTranslation('customers');
  const { t: shared } = useTranslation('shared');
  const add = (kind: TypedKind) => onChange([...entries, { key: -Date.now(), kind, value: '' }]);

  function errorOf(entry: IdentityEntry): ReactNode {
    const problem = problems.find(({ path }) => path === `identities.${entry.key}`)?.problem;
    if (problem) return t(`form.problem.${problem}`);
    if (refusal?.kind === 'invalid' && refusal.key === entry.key) return t(`form.problem.${entry.kind}`);
    if (refusal?.kind !== 'taken' || refusal.key !== entry.key) return undefined;
    const { owner } = refusal;
    return (
      <>
        {t('form.problem.taken', { name: owner.name })}{' '}
        <Anchor
          renderRoot={(props) => <Link to="/customers" search={{ id: owner.id }} {...props} />}
          size="sm"
          onClick={onOpenOwner}
        >
          {t('form.problem.taken-open', { name: owner.name })}
        </Anchor>
      </>
    );
  }

  return (
    <fieldset className={classes['identities']}>
      <legend>{t('form.identities')}</legend>
      {entries.map((entry) => {
        const Sign = ICONS[entry.kind];
        return (
          <div key={entry.key} className={classes['entry']}>
            <TextInput
              type={entry.kind === 'email' ? 'email' : 'tel'}
              aria-label={shared(`identity.${entry.kind}`)}
              placeholder={entry.kind === 'email' ? 'name@example.com' : '+62 812 3456 7890'}
              leftSection={<Sign size={16} stroke={1.75} aria-hidden />}
              value={entry.value}
              maxLength={LIMITS.identity}
              error={errorOf(entry)}
              autoFocus={entry.value === '' && entry.key < 0}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChange(entries.map((other) => (other.key === entry.key ? { ...other, value } : other)));
              }}
            />
            <ActionIcon
              aria-label={t('form.remove', { value: entry.value || shared(`identity.${entry.kind}`) })}
              onClick={() => onChange(entries.filter((other) => other.key !== entry.key))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {entries.length < MOST && (
        <div className={classes['add']}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => add('email')}
          >
            {t('form.add-email')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => add('phone')}
          >
            {t('form.add-phone')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
