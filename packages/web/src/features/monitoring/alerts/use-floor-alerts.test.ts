import { Activity, alertLevelOfTile, type FloorAlert } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { soundingAlertsOf, unnotifiedAlertsOf } from './use-floor-alerts.ts';

const alert = (more: Partial<FloorAlert>): FloorAlert => ({
  id: 1,
  rule_id: 1,
  name: 'Queue',
  kind: 'waiting',
  department_id: null,
  media_id: null,
  queue: null,
  user_activity_id: null,
  level: 'warn',
  value: 3,
  since: '2026-11-26T10:00:00.000Z',
  told_at: '2026-11-26T10:00:00.000Z',
  ended_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  tells: ['tile', 'sound', 'notification'],
  ...more,
});

it('colours a figure by the worst alert that is about it', () => {
  const alerts = [alert({}), alert({ id: 2, media_id: 2, level: 'alarm' }), alert({ id: 3, kind: 'sla' })];
  expect([
    alertLevelOfTile(alerts, 'callers', false),
    alertLevelOfTile(alerts, 'messages', false),
    alertLevelOfTile(alerts, 'ready', false),
  ]).toEqual(['warn', 'alarm', null]);
  expect(alertLevelOfTile([alert({ tells: ['mail'] })], 'callers', false)).toBeNull();
});

it('colours no figure in which nobody waits by an alert about who waits', () => {
  const alerts = [
    alert({ kind: 'waiting' }),
    alert({ id: 2, kind: 'activity', user_activity_id: Activity.ready }),
  ];
  expect([
    alertLevelOfTile(alerts, 'callers', true),
    alertLevelOfTile(alerts, 'messages', false),
    alertLevelOfTile(alerts, 'ready', true),
  ]).toEqual([null, 'warn', 'warn']);
});

it('goes quiet once it is acknowledged, and notifies once for each level', () => {
  const acknowledged = alert({ acknowledged_at: '2026-11-26T10:01:00.000Z' });
  expect(soundingAlertsOf([alert({}), acknowledged])).toHaveLength(1);
  expect(unnotifiedAlertsOf([alert({})], new Set())).toHaveLength(1);
  expect(unnotifiedAlertsOf([alert({}), acknowledged], new Set(['1 warn']))).toEqual([]);
  expect(unnotifiedAlertsOf([alert({ level: 'alarm' })], new Set(['1 warn']))).toHaveLength(1);
});
