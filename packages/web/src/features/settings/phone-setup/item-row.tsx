import { useReference } from '#shared/api/session.ts';
import { durationText } from '#shared/lib/format.ts';
import type { PhoneSetupItem, PhoneItemOf } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { usePhonePeople, useTrunkStates } from './api.ts';
import classes from './phone-setup.module.css';
import { MenuTree } from './menu-tree.tsx';
import { TargetName } from './fields/target-name.tsx';
import { TryNumber } from './try-number.tsx';

type Props = {
  item: PhoneSetupItem;
  items: readonly PhoneSetupItem[];
  gatewayId: number;
  onOpen: () => void;
};

/** One item of the list: its name, which opens it, and a summary or, for menus, a tree. */
export function ItemRow({ item, items, gatewayId, onOpen }: Props) {
  return (
    <li className={classes['row']}>
      <div className={classes['about']}>
        <button type="button" className={classes['name']} onClick={onOpen}>
          {item.name}
        </button>
        <div className={classes['does']}>
          <Does item={item} items={items} gatewayId={gatewayId} />
        </div>
      </div>
      {item.kind === 'number' && <TryNumber number={item.number} name={item.name} />}
    </li>
  );
}

function Does({ item, items, gatewayId }: Omit<Props, 'onOpen'>) {
  switch (item.kind) {
    case 'number':
      return <NumberLine number={item} items={items} />;
    case 'menu':
      return <MenuTree menu={item} items={items} />;
    case 'queue':
      return <QueueLine queue={item} items={items} />;
    case 'prompt':
      return <PromptLine prompt={item} />;
    case 'trunk':
      return <TrunkLine trunk={item} gatewayId={gatewayId} />;
  }
}

function NumberLine({ number, items }: { number: PhoneItemOf<'number'>; items: readonly PhoneSetupItem[] }) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: reference } = useReference();
  const hours = reference?.office_hours.find(({ id }) => id === number.office_hours_id);
  return (
    <>
      <bdi>{number.number}</bdi> → <TargetName target={number.open} items={items} />
      {number.office_hours_id !== null && (
        <>
          {' · '}
          {t('line.hours', { name: hours?.name ?? '' })} · {t('line.closed')}{' '}
          <TargetName target={number.closed} items={items} />
        </>
      )}
    </>
  );
}

function QueueLine({ queue, items }: { queue: PhoneItemOf<'queue'>; items: readonly PhoneSetupItem[] }) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: people = [] } = usePhonePeople();
  const names = queue.members.flatMap((one) =>
    'extension' in one ? one.extension : (people.find(({ id }) => id === one.user_id)?.fullname ?? []),
  );
  return (
    <>
      {t(`strategy.${queue.strategy}`)} ·{' '}
      {names.length > 0 ? t('line.members', { names: names.join(', ') }) : t('line.nobody')} ·{' '}
      {t('line.wait', { time: durationText(queue.wait_seconds) })}{' '}
      <TargetName target={queue.after_wait} items={items} />
    </>
  );
}

function PromptLine({ prompt }: { prompt: PhoneItemOf<'prompt'> }) {
  const { t } = useTranslation('settings/phone-setup');
  return (
    <>
      {durationText(prompt.duration_ms / 1000)} · {prompt.text ? <q>{prompt.text}</q> : t('line.uploaded')}
    </>
  );
}

function TrunkLine({ trunk, gatewayId }: { trunk: PhoneItemOf<'trunk'>; gatewayId: number }) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: states = [] } = useTrunkStates(gatewayId);
  const state = states.find(({ id }) => id === trunk.id)?.state ?? 'unknown';
  return (
    <>
      <bdi>
        {trunk.host}:{trunk.port}
      </bdi>{' '}
      · {t(`trunk-state.${state}`)}
      {trunk.is_for_calls_out && <> · {t('line.out')}</>}
    </>
  );
}
