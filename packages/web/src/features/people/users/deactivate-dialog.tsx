import { call } from '#shared/api/call.ts';
import { number } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Radio, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  deactivatePerson,
  LEAVING_TICKET_CHOICES,
  LEFT_BEHIND,
  type LeftBehind,
  type Person,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showPerson, useOpenWork } from './api.ts';
import { refusalSentenceOf } from './user-failure.ts';
import classes from './users.module.css';

type Props = { person: Person; people: readonly Person[]; onClose: () => void };
type HandOver = (typeof LEAVING_TICKET_CHOICES)[number];

/** Confirms the deactivation of a user and asks what to do with their open work. */
export function DeactivateDialog({ person, people, onClose }: Props) {
  const { t } = useTranslation('people/users');
  const leaving = useOpenWork(person.id);
  const [handOver, setHandOver] = useState<HandOver>('route');
  const [to, setTo] = useState<string | null>(null);
  const { id, version, fullname: name } = person;
  const deactivate = useMutation({
    mutationFn: () => {
      const successorId = handOver === 'person' ? Number(to) : null;
      return call(deactivatePerson, {
        params: { id },
        body: { version, hand_over: handOver, to_id: successorId },
      });
    },
    onSuccess({ data }) {
      showPerson(data);
      toast(t('deactivate.done', { name }));
      onClose();
    },
  });
  const others = people.filter((each) => each.is_active && each.id !== id);
  const isPossible = handOver !== 'person' || to !== null;
  return (
    <Dialog title={t('deactivate.title', { name })} onClose={onClose} width={520}>
      <Stack gap={16}>
        <p className={classes['dim']}>{t('deactivate.what')}</p>
        {leaving.isPending && <Skeletons rows={3} height={20} />}
        {leaving.isError && <ErrorState error={leaving.error} onRetry={() => void leaving.refetch()} />}
        {leaving.data && <LeftBehindList counts={leaving.data} />}
        {deactivate.isError && (
          <Notice kind="failed">{t(`failed.${refusalSentenceOf(deactivate.error)}`)}</Notice>
        )}
        <Radio.Group
          label={t('deactivate.hand-over')}
          value={handOver}
          onChange={(value) => setHandOver(LEAVING_TICKET_CHOICES.find((one) => one === value) ?? 'route')}
        >
          <Stack gap={8} mt={8}>
            {LEAVING_TICKET_CHOICES.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`deactivate.way.${value}`)}
                description={t(`deactivate.way-hint.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {handOver === 'person' && (
          <Select
            label={t('deactivate.to')}
            placeholder={t('choose')}
            searchable
            nothingFoundMessage={t('not-found')}
            comboboxProps={{ withinPortal: false }}
            data={others.map((each) => ({ value: String(each.id), label: each.fullname }))}
            value={to}
            onChange={setTo}
          />
        )}
        <div className={classes['foot']}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            color="red"
            disabled={!isPossible}
            loading={deactivate.isPending}
            onClick={() => deactivate.mutate()}
          >
            {t('deactivate.action')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

function LeftBehindList({ counts }: { counts: Record<LeftBehind, number> }) {
  const { t } = useTranslation('people/users');
  const some = LEFT_BEHIND.filter((kind) => counts[kind] > 0);
  if (some.length === 0) return <p className={classes['dim']}>{t('deactivate.nothing')}</p>;
  return (
    <ul className={classes['counts']}>
      {some.map((kind) => (
        <li key={kind}>{t(`left.${kind}`, { count: counts[kind], shown: number(counts[kind]) })}</li>
      ))}
    </ul>
  );
}
