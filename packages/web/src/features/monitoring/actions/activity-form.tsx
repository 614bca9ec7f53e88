import { Button, Group, Select } from '@mantine/core';
import { Activity, CHOOSABLE_ACTIVITIES, setAgentActivity, type FloorAgent } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityName } from '#shared/activities/use-activity-name.ts';
import { call } from '#shared/api/call.ts';
import { useReference } from '#shared/api/session.ts';
import { groupOf } from '../floor/agent-order.ts';
import classes from './actions.module.css';
import { useFloorAction } from './use-floor-action.ts';

/** Changes an agent's activity; a break needs its reason. */
export function ActivityForm({ agent }: { agent: FloorAgent }) {
  const { t } = useTranslation('monitoring/actions');
  const nameOf = useActivityName();
  const { data: reference } = useReference();
  const { isBusy, act } = useFloorAction();
  const [chosen, setChosen] = useState<(typeof CHOOSABLE_ACTIVITIES)[number] | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const isBreak = chosen === Activity.onBreak;
  const isInCall = groupOf(agent) === 'call';
  const reasons = (reference?.break_reasons ?? []).filter(
    ({ is_active: isActive, department_id: of }) =>
      isActive && (of === null || agent.department_ids.includes(of)),
  );

  async function change(): Promise<void> {
    if (chosen === null) return;
    const body = {
      user_activity_id: chosen,
      ...(isBreak && reason !== null && { break_reason_id: Number(reason) }),
    };
    const isDone = await act(async () => {
      await call(setAgentActivity, { params: { id: agent.id }, body });
      return t('activity-changed', { name: agent.fullname });
    });
    if (isDone) setChosen(null);
  }

  return (
    <form
      className={classes['part']}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <Group gap={8} align="flex-end">
        <Select
          label={t('activity')}
          placeholder={t('choose')}
          disabled={isInCall}
          data={CHOOSABLE_ACTIVITIES.map((id) => ({
            value: String(id),
            label: nameOf({ user_activity_id: id, activity_cause: null }),
          }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(value) => setChosen(CHOOSABLE_ACTIVITIES.find((id) => String(id) === value) ?? null)}
        />
        {isBreak && (
          <Select
            label={t('reason')}
            placeholder={t('choose')}
            data={reasons.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={reason}
            onChange={setReason}
          />
        )}
        <Button type="submit" loading={isBusy} disabled={chosen === null || (isBreak && reason === null)}>
          {t('change')}
        </Button>
      </Group>
      {isInCall && <p className={classes['hint']}>{t('in-call')}</p>}
    </form>
  );
}
