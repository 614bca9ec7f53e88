import type { Language } from '@trunkline/contract';
import { PACKAGE_PARTS, type PackagePart } from './package-source.ts';

type Page = {
  organisation: string;
  customer: string;
  language: Language;
  madeAt: Date;
  timeZone: string;
  counts: Partial<Record<PackagePart, number>>;
  files: number;
};

const TEXTS = {
  en: {
    title: 'Your data',
    made: (name: string, at: string) => `Everything that ${name} keeps about you, as of ${at}.`,
    how: 'Lists are JSON files, which open in any text editor. Attachments, original e-mails and recordings are beside them, in folders; the lists name them by “path”. Times are in UTC.',
    notes:
      'Internal notes of our staff about you are included (“note”). Passwords, keys, the network addresses of our staff, and addresses that were blind copies of e-mails are not.',
    file: 'File',
    about: 'What it holds',
    count: 'Entries',
    files: (count: number) => `Attachments, e-mails and recordings: ${count}`,
    parts: {
      customer: 'You: names, addresses and numbers, additional fields',
      tickets: 'Your tickets, with status and times',
      messages: 'Messages from and to you, internal notes, and what happened on your tickets',
      conversations: 'On which channel and address we talked',
      contacts: 'By which names providers of messages know you',
      proactive_messages: 'Messages that we sent you and that you have not answered',
      proactive_emails: 'E-mails that we sent you and that you have not answered',
      emails: 'E-mails as they reached us',
      calls: 'Calls, your ratings of them, notes, and their recordings',
      phone_calls: 'Of telephone calls: the numbers, the menu choices and the queue',
      visits: 'Browsers in which you chatted on our sites',
      web_forms: 'Web forms of yours that were taken for spam',
      changes: 'What our staff did with your profile',
    },
  },
  id: {
    title: 'Data Anda',
    made: (name: string, at: string) => `Semua yang disimpan ${name} tentang Anda, per ${at}.`,
    how: 'Daftar berupa berkas JSON yang dapat dibuka dengan editor teks apa pun. Lampiran, email asli, dan rekaman ada di folder di sampingnya; daftar menyebutnya lewat “path”. Waktu dalam UTC.',
    notes:
      'Catatan internal staf kami tentang Anda disertakan (“note”). Kata sandi, kunci, alamat jaringan staf kami, dan alamat tembusan tersembunyi email tidak disertakan.',
    file: 'Berkas',
    about: 'Isi',
    count: 'Entri',
    files: (count: number) => `Lampiran, email, dan rekaman: ${count}`,
    parts: {
      customer: 'Anda: nama, alamat dan nomor, bidang khusus',
      tickets: 'Tiket Anda, dengan status dan waktu',
      messages: 'Pesan dari dan kepada Anda, catatan internal, dan kejadian pada tiket Anda',
      conversations: 'Saluran dan alamat tempat kita bercakap',
      contacts: 'Nama Anda pada penyedia pesan',
      proactive_messages: 'Pesan yang kami kirim kepada Anda dan belum Anda balas',
      proactive_emails: 'Email yang kami kirim kepada Anda dan belum Anda balas',
      emails: 'Email sebagaimana kami terima',
      calls: 'Panggilan, penilaian Anda, catatan, dan rekamannya',
      phone_calls: 'Tentang panggilan telepon: nomor, pilihan menu, dan antrean',
      visits: 'Peramban tempat Anda mengobrol di situs kami',
      web_forms: 'Formulir web Anda yang dianggap spam',
      changes: 'Yang dilakukan staf kami pada profil Anda',
    },
  },
} as const satisfies Record<Language, unknown>;

/** The page that explains the package to the customer, in their language. */
export function firstPage({
  organisation,
  customer,
  language,
  madeAt,
  timeZone,
  counts,
  files,
}: Page): string {
  const words = TEXTS[language];
  const at = new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(madeAt);
  const rows = PACKAGE_PARTS.filter((name) => counts[name] !== undefined).map(
    (name) =>
      `<tr><td><a href="${name}.json">${name}.json</a></td><td>${words.parts[name]}</td><td>${counts[name]}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title}</title>
<style>
body { max-width: 720px; margin: 40px auto; padding: 0 20px; font: 16px/1.5 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
</style>
</head>
<body>
<h1>${words.title}: <bdi>${escaped(customer)}</bdi></h1>
<p>${escaped(words.made(organisation, at))}</p>
<p>${words.how}</p>
<p>${words.notes}</p>
<table>
<thead><tr><th>${words.file}</th><th>${words.about}</th><th>${words.count}</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<p>${words.files(files)}</p>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
