import type { TextsLike } from './lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  'try-again': 'Coba lagi',
  close: 'Tutup',
  copy: 'Salin',
  copied: 'Tersalin',
  'copy-refused': 'Peramban tidak mengizinkan penyalinan. Pilih teksnya, lalu salin dengan Ctrl+C.',
  banner: { hide: 'Sembunyikan pemberitahuan ini', more: 'Tampilkan seluruh pemberitahuan' },
  back: 'Kembali',
  overlays: 'Menu dan dialog',
  loading: 'Memuat',
  yes: 'Ya',
  no: 'Tidak',
  resize: 'Lebar {{pane}}',
  'save-state': {
    saved: 'Tersimpan',
    unsaved: 'Belum disimpan',
    saving: 'Menyimpan…',
    failed: 'Gagal disimpan',
  },
  answer: 'Jawab panggilan',
  status: { open: 'Terbuka', pending: 'Tertunda', on_hold: 'Ditahan', solved: 'Selesai', closed: 'Ditutup' },
  media: {
    '1': 'Panggilan telepon',
    '2': 'Email',
    '3': 'SMS',
    '4': 'WhatsApp',
    '5': 'Facebook Messenger',
    '6': 'Obrolan langsung',
    '13': 'Instagram',
    '16': 'Panggilan video',
    '17': 'Panggilan video',
    '18': 'Panggilan suara',
    '19': 'Formulir web',
  },
  identity: {
    email: 'Email',
    phone: 'Telepon',
    whatsapp: 'WhatsApp',
    facebook: 'Facebook',
    instagram: 'Instagram',
    visitor: 'Pengunjung situs',
  },
  failed: {
    offline: { title: 'Server tidak terjangkau', hint: 'Periksa jaringan Anda, lalu coba lagi.' },
    forbidden: {
      title: 'Peran Anda tidak punya akses ke halaman ini',
      hint: 'Minta akses kepada administrator.',
    },
    missing: {
      title: 'Halaman tidak ditemukan',
      hint: 'Mungkin sudah dihapus, atau Anda tidak punya akses.',
    },
    failed: { title: 'Gagal dimuat', hint: 'Ada kesalahan di pihak kami, dan sudah dicatat.' },
  },
};

export default texts;
