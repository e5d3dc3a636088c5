/** The countries of ISO 3166-1, by their codes of two letters. */
export const COUNTRY_CODES: readonly string[] = [
  ...'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN'.split(' '),
  ...'BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ'.split(' '),
  ...'DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL'.split(' '),
  ...'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM'.split(' '),
  ...'JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME'.split(' '),
  ...'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP'.split(' '),
  ...'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD'.split(' '),
  ...'SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO'.split(' '),
  ...'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(' '),
];

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The provider's name of the tax id that businesses of a country have on invoices. */
const TAX_ID_TYPES = {
  ...{ AE: 'ae_trn', AU: 'au_abn', BR: 'br_cnpj', CA: 'ca_bn', CH: 'ch_vat', CL: 'cl_tin', CN: 'cn_tin' },
  ...{ GB: 'gb_vat', ID: 'id_npwp', IL: 'il_vat', IN: 'in_gst', IS: 'is_vat', JP: 'jp_trn', KR: 'kr_brn' },
  ...{ MX: 'mx_rfc', MY: 'my_sst', NO: 'no_vat', NZ: 'nz_gst', PH: 'ph_tin', RS: 'rs_pib', SA: 'sa_vat' },
  ...{ SG: 'sg_gst', TH: 'th_vat', TR: 'tr_tin', TW: 'tw_vat', UA: 'ua_vat', US: 'us_ein', VN: 'vn_tin', ZA: 'za_vat' },
} as const;
export type TaxIdType = (typeof TAX_ID_TYPES)[keyof typeof TAX_ID_TYPES] | 'eu_vat';

/** The kind of tax id of a country; null where the provider takes none. */
export const taxIdType = (country: string): TaxIdType | null =>
  EU.includes(country)
    ? 'eu_vat'
    : Object.hasOwn(TAX_ID_TYPES, country)
      ? TAX_ID_TYPES[country as keyof typeof TAX_ID_TYPES]
      : null;
