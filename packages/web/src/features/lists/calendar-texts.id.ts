const texts = {
  hours: {
    closed: 'Tutup',
    same: 'Selasa sampai Jumat seperti Senin',
    from: '{{day}}, periode {{n}}, dari',
    to: '{{day}}, periode {{n}}, sampai',
    add: 'Tambah periode {{day}}',
    remove: 'Hapus periode {{n}} {{day}}',
  },
  calendar: {
    title: 'Impor kalender',
    hint: 'Hari libur dari berkas iCalendar (.ics), seperti yang ditawarkan instansi dan kalender di web: hari penuh, yang berulang untuk lima tahun.',
    drop: 'Letakkan berkas .ics di sini',
    for: 'Untuk jam kerja mana',
    all: 'Semua jam kerja',
    would_one: '{{count}} hari libur akan ditambahkan.',
    would_other: '{{count}} hari libur akan ditambahkan.',
    nothing: 'Semuanya sudah ada di sini.',
    none: 'Tidak ada hari libur di berkas ini.',
    known: 'sudah ada',
    apply: 'Impor',
    done_one: '{{count}} hari libur diimpor',
    done_other: '{{count}} hari libur diimpor',
    left: 'Yang tidak dapat diambil',
    unreadable: 'Ini bukan kalender yang dapat dibaca.',
    problem: {
      not_a_calendar: 'Ini bukan berkas kalender.',
      too_many: 'Acara di dalamnya terlalu banyak.',
      unreadable: 'Tidak dapat dibaca.',
      no_name: 'Acara tanpa nama.',
      no_date: 'Tidak ada tanggalnya.',
      part_of_a_day: 'Bukan untuk sehari penuh.',
      changes_another: 'Mengubah beberapa hari dari acara lain.',
      too_long: 'Lebih lama dari sebulan.',
      recurs_oddly: 'Berulang dengan cara yang tidak lazim untuk hari libur.',
    },
    'too-long': 'Berkas terlalu besar.',
    failed: 'Kalender tidak dapat diambil. Coba lagi sebentar lagi.',
  },
  problem: {
    office_hours: {
      invalid: 'Buka paling sedikit satu hari; tiap periode berakhir setelah mulai, dan tidak bertumpuk.',
    },
    holidays: {
      invalid: 'Tiap periode berakhir setelah mulai, dan tidak bertumpuk.',
      taken: 'Sudah ada hari libur pada hari itu.',
    },
  },
  list: {
    office_hours: {
      title: 'Jam kerja',
      new: 'Jam kerja baru',
      hint: 'Kapan departemen bekerja. Tenggat tiket hanya dihitung dalam jam ini.',
    },
    holidays: {
      title: 'Hari libur',
      new: 'Hari libur baru',
      hint: 'Hari yang tidak seperti biasanya: tutup, atau buka pada waktu lain.',
    },
  },
  hint: {
    office_hours: {
      hours: 'Menurut jam dinding di sana. Periode melewati tengah malam menjadi dua.',
      is_default: 'Untuk departemen yang tidak punya sendiri.',
    },
    holidays: {
      hours: 'Kapan tetap buka pada hari itu.',
      office_hours_id: 'Kosong: libur untuk semua.',
    },
  },
};

export default texts;
