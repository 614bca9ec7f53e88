import type { CustomerWords } from './topic-types.ts';

export const ID: CustomerWords = {
  topics: [
    {
      opening: [
        'Halo, pesanan saya minggu lalu belum sampai juga. Bisa tolong dicek posisinya?',
        'Siang kak, resinya sudah empat hari tulisannya "dalam perjalanan". Paket saya di mana ya?',
      ],
      more: [
        'Nanti kurirnya telepon dulu tidak sebelum datang?',
        'Kalau saya tidak di rumah, boleh dititip ke tetangga?',
      ],
      shows: 'place',
    },
    {
      opening: [
        'Grinder saya bunyinya aneh sejak tadi pagi. Masih kena garansi tidak ya?',
        'Grinder saya tiba-tiba mati dan baunya agak gosong. Saya harus bagaimana?',
      ],
      more: ['Baru tiga bulan. Perlu nota pembeliannya?', 'Boleh saya bawa langsung ke toko saja?'],
      shows: 'photo',
    },
    {
      opening: [
        'Saya kena tagih dua kali untuk pesanan yang sama. Mohon dicek ya.',
        'Di kartu saya ada dua pembayaran padahal pesanannya cuma satu. Bisa dikembalikan?',
      ],
      more: ['Kira-kira berapa lama dananya masuk?', 'Sekalian minta fakturnya bisa?'],
      shows: 'photo',
    },
    {
      opening: [
        'Langganan biji kopi saya bisa dijeda dulu? Saya mau ke luar kota.',
        'Kak, saya mau ganti langganan ke yang tanpa kafein. Bisa?',
      ],
      more: ['Berlakunya mulai bulan apa?', 'Terus paket yang sudah dikemas bagaimana?'],
      shows: 'sticker',
    },
    {
      opening: [
        'Kemasannya sobek waktu sampai dan isinya tinggal setengah.',
        'Set cangkir saya datang, satu pecah. Bisa minta ganti?',
      ],
      more: ['Yang pecah perlu dikirim balik?', 'Bisa sampai sebelum Sabtu? Soalnya buat kado.'],
      shows: 'photo',
    },
    {
      opening: [
        'Kami punya kedai kecil, butuh sekitar 20 kg sebulan. Harganya berapa ya?',
        'Bisa kirim ke kantor? Kami tiga puluhan orang, semuanya doyan kopi.',
      ],
      more: ['Sewa mesinnya juga bisa?', 'Rekan saya bisa hubungi siapa untuk urusan ini?'],
      shows: 'contact',
    },
  ],
  waiting: ['Halo?', 'Ada orang di sana?', 'Saya masih menunggu ya…', 'Bagaimana kak?'],
  leaving: ['Ya sudah, lain kali saja.', 'Tidak jadi deh.'],
  thanks: [
    'Oke, terima kasih banyak!',
    'Siap, sangat membantu. Makasih ya!',
    'Terima kasih kak, sehat selalu.',
  ],
  again: 'Tadi saya sudah tulis lewat {{channel}} tapi belum dijawab: ',
  photo: 'Ini kelihatannya.',
  addition: '(Tepatnya hari Selasa lalu.)',
  slip: 'Bu, jam tujuh saya pulang ya!',
  names: {
    first: ['Rina', 'Agus', 'Putri', 'Bayu', 'Sari', 'Dimas', 'Wulan', 'Fajar', 'Nadia', 'Hendra'],
    last: [
      'Kusuma',
      'Saputra',
      'Rahayu',
      'Nugroho',
      'Permata',
      'Hidayat',
      'Anggraini',
      'Setiawan',
      'Utami',
      'Halim',
    ],
  },
};
