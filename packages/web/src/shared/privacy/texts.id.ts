import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  tickets_one: '{{shown}} tiket (tetap di laporan, isinya dihapus)',
  tickets_other: '{{shown}} tiket (tetap di laporan, isinya dihapus)',
  messages_one: '{{shown}} pesan',
  messages_other: '{{shown}} pesan',
  files_one: '{{shown}} berkas',
  files_other: '{{shown}} berkas',
  mails_one: '{{shown}} email',
  mails_other: '{{shown}} email',
  calls_one: '{{shown}} panggilan (tetap di laporan, isinya dihapus)',
  calls_other: '{{shown}} panggilan (tetap di laporan, isinya dihapus)',
  recordings_one: '{{shown}} rekaman',
  recordings_other: '{{shown}} rekaman',
  drafts_one: '{{shown}} draf',
  drafts_other: '{{shown}} draf',
  identities_one: '{{shown}} alamat dan nomor',
  identities_other: '{{shown}} alamat dan nomor',
  copies_one: '{{shown}} salinan',
  copies_other: '{{shown}} salinan',
  nothing: 'Tidak ada selain profil.',
};

export default texts;
