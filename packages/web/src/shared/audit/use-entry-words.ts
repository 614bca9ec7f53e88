import type { AuditEntry } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '../lib/format.ts';
import { codedSubject } from './subject-words.ts';

/** Returns functions that put an audit entry into words: subject, action, object and author. */
export function useEntryWords() {
  const { t } = useTranslation('shared/audit');
  const { t: shell } = useTranslation('shell');
  const about = (name: string): string => t(`about.${name}`, { defaultValue: name });
  const field = (name: string): string => (name === '' ? '' : t(`field.${name}`, { defaultValue: name }));
  return {
    about,
    action({ action }: Pick<AuditEntry, 'action'>): string {
      const [name = '', verb = ''] = action.split('.');
      return t('action', { about: about(name), verb: t(`verb.${verb}`, { defaultValue: verb }) });
    },
    /** Empty where the area of the entry says it already, as of settings of which there is one. */
    subject({
      action,
      subject,
      subject_name: name,
    }: Pick<AuditEntry, 'action' | 'subject' | 'subject_name'>) {
      if (name !== null) return name;
      const coded = codedSubject(subject);
      if (coded && 'page' in coded) return shell(`page.${coded.page}`, { defaultValue: subject });
      if (coded) return t('from', { day: calendarDay(coded.from) });
      if (action === 'config.changed') return subject.split(' ').map(field).join(', ');
      const area = subject.replaceAll(' ', '_');
      return action.startsWith(`${area}.`) ? '' : t(`about.${area}`, { defaultValue: subject });
    },
    /** Returns the label of a field by its path; parts of the path without a label stay as they are. */
    field: (path: readonly string[]): string => path.map(field).join(' · '),
    who({ user, api_key: key, job }: Pick<AuditEntry, 'user' | 'api_key' | 'job'>): string {
      if (user && key) return t('by-key', { name: user.name, key: key.name });
      if (user) return user.name;
      return t(job === null ? 'unknown' : 'system');
    },
  };
}
