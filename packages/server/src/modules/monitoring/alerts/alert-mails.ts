import { ALERT_TRAITS, type AlertKind, type AlertLevel, type Language } from '@trunkline/contract';
import { durationText } from '@trunkline/contract/duration-text';

type AlertMail = {
  name: string;
  kind: AlertKind;
  level: AlertLevel;
  value: number;
  time: string;
  link: string;
};

const LEVELS: Record<Language, Record<AlertLevel, string>> = {
  en: { warn: 'Warning', alarm: 'Alarm' },
  id: { warn: 'Waspada', alarm: 'Alarm' },
};
const WORDS: Record<Language, Record<AlertKind, string>> = {
  en: {
    waiting: 'Customers waiting',
    oldest: 'Longest wait',
    abandonment: 'Calls abandoned this half hour',
    service_level: 'Service level this half hour',
    activity: 'Longest in the activity',
    break: 'Longest break over its limit',
    sla: 'Tickets due soon',
    channel: 'Channels not working',
  },
  id: {
    waiting: 'Pelanggan menunggu',
    oldest: 'Tunggu terlama',
    abandonment: 'Panggilan ditinggalkan, setengah jam ini',
    service_level: 'Tingkat layanan setengah jam ini',
    activity: 'Terlama dalam aktivitas',
    break: 'Istirahat terlama di atas batas',
    sla: 'Tiket segera jatuh tempo',
    channel: 'Saluran tidak berfungsi',
  },
};
function valueText(language: Language, { kind, value }: AlertMail): string {
  const { unit } = ALERT_TRAITS[kind];
  if (unit === 'seconds') return durationText(value, language);
  return unit === 'percent' ? `${value} %` : String(value);
}

/** The mail about an alert. */
export function alertMail(language: Language, told: AlertMail): { subject: string; text: string } {
  const { name, level, kind, time, link } = told;
  const subject = `${LEVELS[language][level]}: ${name}`;
  const figure = `${WORDS[language][kind]}: ${valueText(language, told)} (${time})`;
  return { subject, text: `${subject}\n\n${figure}\n\n${link}\n` };
}
