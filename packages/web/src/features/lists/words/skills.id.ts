import proficiency from '#shared/words/proficiency.id.ts';
import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './skills.en.ts';

const texts: TextsLike<typeof en> = {
  list: {
    title: 'Keahlian',
    new: 'Keahlian baru',
    hint: 'Dipakai untuk mengarahkan percakapan ke agen yang tepat. Berikan keahlian kepada agen di Pengguna.',
  },
  field: {
    least: 'Tingkat minimum',
    account_ids: 'Wajib di saluran',
    overflow_id: 'Limpahkan ke',
    overflow_seconds: 'Limpahkan setelah',
    wrap_up_seconds: 'Waktu pascapanggilan',
    caller_number: 'Nomor yang tampil',
  },
  hint: {
    skills: {
      language: 'Wajib untuk pelanggan berbahasa ini.',
      least: 'Makin lama pelanggan menunggu, makin rendah tingkat yang disyaratkan.',
      account_ids: 'Percakapan di saluran ini memerlukan keahlian ini.',
    },
    departments: {
      overflow_id: 'Percakapan yang terlalu lama menunggu juga ditawarkan ke departemen ini.',
      overflow_seconds: 'Detik menunggu.',
      wrap_up_seconds: 'Dalam detik. 0: sampai agen mengakhirinya.',
      caller_number: 'Nomor pemanggil untuk panggilan keluar departemen ini. Jika kosong, sesuai gateway.',
    },
  },
  choice: proficiency,
};

export default texts;
