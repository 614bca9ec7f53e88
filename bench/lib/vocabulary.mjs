/** What people write to a shop, most frequent first: general words of the language, then typical ones of such messages. */
const EN = `the to i my is a and it you not of for have this order in on your me we be with please can has was but
that will are delivery thank payment from at if do account so been address refund no as would when what or
product still received number email send day one there yes an help problem new parcel today check any
get ordered item return how invoice know sent wrong get week back because did customer tomorrow courier name
photo could working status only up bought after two price them some money card need phone out then ago
damaged broken replacement confirmation company store website voucher waiting tried machine grinder coffee
warranty repair change cancel missing late box label tracking box discount receipt bank transfer charged
colour size manual battery cable charger screen button noise leak filter part spare service technician visit`;
const ID = `saya yang sudah tidak dan di ini ada untuk bisa pesanan dengan belum itu mohon dari ya ke terima kasih
barang akan tolong nomor apa karena pembayaran kirim kalau masih juga lagi hari dana pengiriman alamat kami
produk selamat bantu email toko paket status minta dicek rusak uang akun baru harus bagaimana sampai kapan
pagi kurir foto salah faktur kembalikan pengembalian besok kemarin rekening transfer bayar harga diskon
ganti rugi klaim garansi servis teknisi mesin kopi kabel baterai layar tombol warna ukuran minggu bulan
terlambat hilang batal bukti resi gudang cabang alasan keluhan pelanggan respon jawaban konfirmasi perusahaan
pajak lewat data nama telepon aplikasi situs kode promo kartu kredit tagihan cicilan saldo poin hadiah`;

const TAIL = 20_000;
const CONSONANTS = 'bcdfghjklmnprstvwyz';
const VOWELS = 'aeiou';
export const FRAGMENTS = 100_000;

/**
 * The fragments of which messages are made: `FRAGMENTS` of each language, from a vocabulary with the frequencies of real text
 * (the word of rank r about 1/r as often as the first), with a long tail of names, models and misspellings. Always the same.
 */
export function fragments() {
  const random = seeded(4711);
  return { en: draw(vocabulary(EN, random, ''), random), id: draw(vocabulary(ID, random, 'k'), random) };
}

function vocabulary(known, random, mark) {
  const words = [...new Set(known.split(/\s+/))];
  const all = new Set(words);
  const pick = (letters) => letters[Math.floor(random() * letters.length)];
  while (all.size < words.length + TAIL) {
    const syllables = Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => pick(CONSONANTS) + pick(VOWELS),
    );
    all.add(`${syllables.join('')}${pick(CONSONANTS)}${mark}`);
  }
  return [...all];
}

function draw(words, random) {
  const upTo = [];
  let sum = 0;
  for (const rank of words.keys()) upTo.push((sum += 1 / (rank + 2.7)));
  const word = () => {
    const at = random() * sum;
    let [low, high] = [0, words.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return Array.from({ length: FRAGMENTS }, () => {
    const ranks = Array.from({ length: 5 + Math.floor(random() * 6) }, word);
    return { ranks, text: ranks.map((rank) => words[rank]).join(' ') };
  });
}

/** The Mulberry32 random generator: small, and the same on every machine. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
