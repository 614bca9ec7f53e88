import { EXPORT_KEPT_DAYS, type Language } from '@trunkline/contract';

type Sent = { name: string; person: string; from: string; until: string; link: string; isAttached: boolean };

/** The mail with a scheduled report. */
export function reportMail(
  language: Language,
  { name, person, from, until, link, isAttached }: Sent,
): { subject: string; text: string } {
  const days = from === until ? from : `${from} – ${until}`;
  const subject = `${name}: ${days}`;
  if (language === 'id') {
    const where = isAttached
      ? 'Laporan terlampir.'
      : `Berkasnya terlalu besar untuk email. Unduh di Trunkline dalam ${EXPORT_KEPT_DAYS} hari.`;
    return {
      subject,
      text: `Halo ${person},\n\n${where} Isinya hanya angka yang boleh Anda lihat.\n\n${link}\n`,
    };
  }
  const where = isAttached
    ? 'The report is attached.'
    : `The file is too large for an e-mail. Download it in Trunkline within ${EXPORT_KEPT_DAYS} days.`;
  return {
    subject,
    text: `Hello ${person},\n\n${where} It contains only figures that you have access to.\n\n${link}\n`,
  };
}
