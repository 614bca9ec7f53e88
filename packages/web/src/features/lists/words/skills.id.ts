import proficiency from '#shared/words/proficiency.id.ts';
import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './skills.en.ts';

const texts: TextsLike<typeof en> = {
  list: {
    title: 'Keahlian',
    new: 'Keahlian baru',
    hint: 'Hal yang dikuasai sebagian orang. Siapa yang menguasainya ada di Orang.',
  },
  field: {
    least: 'Pertama ditanya yang menguasainya',
    account_ids: 'Diminta oleh',
    overflow_id: 'Dibantu oleh',
    overflow_seconds: 'Dibantu setelah',
    wrap_up_seconds: 'Waktu pascapanggilan',
    caller_number: 'Nomor yang tampil',
  },
  hint: {
    skills: {
      language: 'Diminta oleh pelanggan berbahasa ini.',
      least: 'Makin lama menunggu, makin banyak yang ditanya, dan akhirnya semua orang.',
      account_ids: 'Diminta oleh siapa pun yang menghubungi lewat saluran ini.',
    },
    departments: {
      overflow_id: 'Orang-orangnya ikut ditanya setelah menunggu selama itu.',
      overflow_seconds: 'Dalam detik.',
      wrap_up_seconds: 'Dalam detik; setelah itu agennya Siap lagi. 0: saat ia sendiri menyatakannya.',
      caller_number: 'Nomor yang dilihat orang saat ditelepon departemen ini. Kosong: sesuai gerbang.',
    },
  },
  choice: proficiency,
};

export default texts;
