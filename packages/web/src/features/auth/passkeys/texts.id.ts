import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Passkey',
  hint: 'Masuk dengan perangkat Anda, tanpa kata sandi atau kode.',
  none: 'Belum ada passkey.',
  add: 'Tambah passkey',
  name: 'Nama',
  'name-hint': 'Agar Anda mengenali perangkatnya.',
  'name-default': 'Perangkat ini',
  password: 'Kata sandi saat ini',
  'show-password': 'Tampilkan atau sembunyikan kata sandi',
  cancel: 'Batal',
  added: 'Passkey ditambahkan',
  remove: 'Hapus',
  'remove-label': 'Hapus {{name}}',
  removed: '“{{name}}” dihapus',
  'created-at': 'Ditambahkan {{when}}',
  'used-at': 'Terakhir dipakai {{when}}',
  'never-used': 'Belum pernah dipakai',
  unusable:
    'Dibuat untuk {{address}}. Ruang kerja ini kini di {{here}}, dan peramban tidak menawarkannya di sana. Tambahkan yang baru.',
  'unusable-nowhere': 'Dibuat untuk {{address}}, dan peramban hanya menawarkannya di sana.',
  unavailable: {
    numeric:
      'Tidak ada passkey di sini: alamat ruang kerja ini berupa angka. Passkey memerlukan nama, seperti desk.example.com.',
    insecure: 'Tidak ada passkey di sini: alamat ruang kerja ini tidak memakai https.',
  },
  elsewhere: 'Buka ruang kerja ini di {{here}} untuk menambah passkey.',
  unsupported: 'Peramban ini tidak mendukung passkey.',
  'sign-in': 'Masuk dengan passkey',
  failed: {
    wrong_passkey: 'Passkey ini tidak dikenal di sini. Masuk dengan kata sandi.',
    sign_in_expired: 'Terlalu lama. Coba lagi.',
    cancelled: 'Tidak ada passkey yang dipakai. Coba lagi, atau masuk dengan kata sandi.',
    'not-made': 'Tidak ada passkey yang ditambahkan. Coba lagi.',
    duplicate: 'Perangkat ini sudah punya passkey untuk Anda.',
    wrong_credentials: 'Kata sandi salah.',
    provider_required: 'Peran Anda masuk dengan single sign-on.',
  },
};

export default texts;
