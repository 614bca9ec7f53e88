const texts = {
  hours: {
    closed: 'Tutup',
    same: 'Salin Senin ke Sel–Jum',
    from: '{{day}}, periode {{n}}, dari',
    to: '{{day}}, periode {{n}}, sampai',
    add: 'Tambah jam pada {{day}}',
    remove: 'Hapus periode {{n}} pada {{day}}',
  },
  calendar: {
    title: 'Impor kalender',
    hint: 'Impor hari libur dari berkas iCalendar (.ics). Hanya acara sehari penuh; yang berulang untuk lima tahun.',
    drop: 'Seret berkas .ics ke sini',
    for: 'Jam kerja',
    all: 'Semua jam kerja',
    would_one: '{{count}} hari libur akan ditambahkan.',
    would_other: '{{count}} hari libur akan ditambahkan.',
    nothing: 'Semuanya sudah ada.',
    none: 'Tidak ada hari libur di berkas ini.',
    known: 'sudah ada',
    apply: 'Impor',
    done_one: '{{count}} hari libur diimpor',
    done_other: '{{count}} hari libur diimpor',
    left: 'Acara yang dilewati',
    unreadable: 'Kalender ini tidak dapat dibaca.',
    problem: {
      not_a_calendar: 'Bukan berkas kalender.',
      too_many: 'Acara di berkas terlalu banyak.',
      unreadable: 'Tidak dapat dibaca.',
      no_name: 'Tanpa nama.',
      no_date: 'Tanpa tanggal.',
      part_of_a_day: 'Bukan sehari penuh.',
      changes_another: 'Mengubah beberapa hari dari acara lain.',
      too_long: 'Lebih dari sebulan.',
      recurs_oddly: 'Pola pengulangan ini tidak didukung.',
    },
    'too-long': 'Berkas terlalu besar.',
    failed: 'Impor gagal. Coba lagi sebentar lagi.',
  },
  problem: {
    office_hours: {
      invalid:
        'Buka minimal satu hari. Tiap periode harus berakhir setelah mulai, dan tidak boleh tumpang tindih.',
    },
    holidays: {
      invalid: 'Tiap periode harus berakhir setelah mulai, dan tidak boleh tumpang tindih.',
      taken: 'Sudah ada hari libur pada tanggal ini.',
    },
  },
  list: {
    office_hours: {
      title: 'Jam kerja',
      new: 'Jam kerja baru',
      hint: 'Kapan departemen bekerja. Target SLA hanya dihitung dalam jam ini.',
    },
    holidays: {
      title: 'Hari libur',
      new: 'Hari libur baru',
      hint: 'Tanggal dengan jam berbeda: tutup, atau buka pada waktu lain.',
    },
  },
  hint: {
    office_hours: {
      hours: 'Waktu setempat. Pisahkan jam yang melewati tengah malam.',
      is_default: 'Untuk departemen tanpa jam kerja sendiri.',
    },
    holidays: {
      hours: 'Jam buka pada tanggal ini, jika ada.',
      office_hours_id: 'Jika kosong, berlaku untuk semua jam kerja.',
    },
  },
};

export default texts;
