import { useQuery } from '@tanstack/react-query';
import { listLevels, type Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useAgents, useReference, useSession } from '#shared/api/session.ts';
import { exactTime } from '#shared/lib/format.ts';
import type { ValueWords } from './detail-lines.ts';

type NamedRows = readonly { id: number; name: string }[];
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The lists to which the ids in fields of these names belong. */
const REFERENCES: Record<string, keyof Reference> = {
  department: 'departments',
  overflow: 'departments',
  into: 'departments',
  type: 'types',
  category: 'categories',
  subcategory: 'subcategories',
  priority: 'priorities',
  skill: 'skills',
  mailbox: 'channel_accounts',
  account: 'channel_accounts',
  office_hours: 'office_hours',
  break_reason: 'break_reasons',
};

/** Returns the function that puts values of audit entries into words: names for ids, yes and no, times, and choices. */
export function useValueWords(): ValueWords {
  const { t } = useTranslation(['shared/audit', 'shared', 'shell', 'people/levels']);
  const { can } = useSession();
  const { data: reference } = useReference();
  const { data: agents } = useAgents();
  const { data: levels } = useQuery({
    queryKey: ['levels'],
    queryFn: ({ signal }) => call(listLevels, { signal }),
    enabled: can('USERS:VIEW'),
  });
  const people = agents?.map(({ id, fullname: name }) => ({ id, name }));

  function listOf(field: string): NamedRows | undefined {
    if (/level_ids?$/.test(field)) return levels?.data;
    if (/^(user|assignee|assign_to)_id$/.test(field) || field === 'mail_to') return people;
    const list = REFERENCES[field.replace(/_ids?$/, '')];
    return list && /_ids?$/.test(field) ? (reference?.[list] as NamedRows | undefined) : undefined;
  }

  const pageOf = (code: string): string => t(`shell:page.${code}`, { defaultValue: code });
  const activityOf = (code: string): string => t(`people/levels:activity.${code}`, { defaultValue: code });
  function permissionWords(field: string, value: string): string | undefined {
    if (field === 'module_code') return pageOf(value);
    if (field === 'module_activity_code') return value.split(',').map(activityOf).join(', ');
    const [page = '', activity = ''] = field === 'codes' ? value.split(':') : [];
    return activity === '' ? undefined : `${pageOf(page)}: ${activityOf(activity)}`;
  }

  function nameOf(field: string, id: number): string | undefined {
    if (field === 'media_id') return t(`shared:media.${id}`, { defaultValue: String(id) });
    return listOf(field)?.find((one) => one.id === id)?.name;
  }

  function textWords(field: string, value: string): string | undefined {
    if (ISO_TIME.test(value)) return exactTime(value);
    const permission = permissionWords(field, value);
    if (permission !== undefined) return permission;
    // Columns and fields of forms are named like the fields of entries.
    const place = field === 'columns' || field === 'field' ? 'field' : `value.${field}`;
    return t(`${place}.${value.replaceAll('.', '-')}`, { defaultValue: '' }) || undefined;
  }

  return (field, value) => {
    if (value === null) return field === 'keep_days' ? t('forever') : undefined;
    if (typeof value === 'boolean') return t(value ? 'shared:yes' : 'shared:no');
    if (typeof value === 'number') return nameOf(field, value);
    return typeof value === 'string' ? textWords(field, value) : undefined;
  };
}
