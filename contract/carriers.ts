import { foldText } from '#contract/fold-text.ts'

interface Carrier {
  name: string
  /** Other names that people write. */
  also?: readonly string[]
  /** The page that shows where a parcel is, with `{number}` for its tracking number. */
  link: string
}

/**
 * Lists the carriers with a tracking page. The comment of each names the public project that uses its link; where the project still writes
 * `http`, the link is `https` here. Pages that want the postal code ask for it themselves.
 */
export const carriers: readonly Carrier[] = [
  // wonsong82/yg_web: wp-content/plugins/woocommerce-shipping-tracking/included_companies/WCST_shipping_companies_url.php
  {
    name: 'DHL',
    also: ['Deutsche Post DHL'],
    link: 'https://nolp.dhl.de/nextt-online-public/set_identcodes.do?idc={number}',
  },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/DHLShippingProvider.php
  { name: 'DHL Express', also: ['DHL Worldwide'], link: 'https://www.dhl.com/en/express/tracking.html?AWB={number}' },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/DHLShippingProvider.php
  {
    name: 'DHL eCommerce',
    also: ['DHL Global Mail'],
    link: 'https://webtrack.dhlglobalmail.com/?trackingnumber={number}',
  },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'DHL Parcel UK', also: ['UK Mail'], link: 'https://track.dhlparcel.co.uk/?con={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'DHL Parcel NL', link: 'https://www.dhlparcel.nl/nl/particulier/ontvangen/track-trace?tt={number}' },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/UPSShippingProvider.php
  { name: 'UPS', also: ['United Parcel Service'], link: 'https://www.ups.com/track?tracknum={number}' },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/FedExShippingProvider.php
  { name: 'FedEx', also: ['Federal Express'], link: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/USPSShippingProvider.php
  { name: 'USPS', also: ['US Postal Service'], link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
  // jkeen/tracking_number_data: couriers/ontrac.json
  { name: 'OnTrac', also: ['LaserShip'], link: 'https://www.ontrac.com/tracking/?number={number}' },
  // jkeen/tracking_number_data: couriers/speedee.json
  { name: 'Spee-Dee Delivery', also: ['Spee-Dee'], link: 'https://www.speedeedelivery.com/track/?tracking={number}' },
  // jkeen/tracking_number_data: couriers/old_dominion.json
  { name: 'Old Dominion', also: ['ODFL'], link: 'https://www.odfl.com/Trace/standardResult.faces?pro={number}' },
  // TheDoubleH/eshipguy.com: content/tracking/index.md
  {
    name: 'Estes',
    also: ['Estes Express Lines'],
    link: 'https://www.estes-express.com/myestes/shipment-tracking/?type=PRO&query={number}',
  },
  // TheDoubleH/eshipguy.com: content/tracking/index.md
  {
    name: 'R+L Carriers',
    also: ['R&L Carriers'],
    link: 'https://www2.rlcarriers.com/freight/shipping/shipment-tracing?pro={number}&docType=PRO&source=web',
  },
  // jkeen/tracking_number_data: couriers/canadapost.json
  {
    name: 'Canada Post',
    also: ['Postes Canada'],
    link: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  // jkeen/tracking_number_data: couriers/purolator.json
  { name: 'Purolator', link: 'https://www.purolator.com/en/shipping/tracker?searchValue={number}' },
  // jkeen/tracking_number_data: couriers/canpar.json
  { name: 'Canpar', link: 'https://www.canpar.com/en/track/tracking.jsp?reference={number}&locale=en' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'Royal Mail', link: 'https://www.royalmail.com/track-your-item/?trackNumber={number}' },
  // wonsong82/yg_web: wp-content/plugins/woocommerce-shipping-tracking/included_companies/WCST_shipping_companies_url.php
  {
    name: 'Parcelforce',
    also: ['Parcelforce Worldwide'],
    link: 'https://www.parcelforce.com/track-trace?trackNumber={number}',
  },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/EvriHermesShippingProvider.php
  { name: 'Evri', also: ['Hermes UK', 'myHermes'], link: 'https://www.evri.com/track/{number}' },
  // jkeen/tracking_number_data: couriers/yodel.json
  { name: 'Yodel', link: 'https://www.yodel.co.uk/tracking/{number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'DX', also: ['DX Delivery'], link: 'https://www.dxdelivery.com/consumer/my-tracking/?tn={number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  {
    name: 'DPD',
    also: ['DPD Germany', 'DPD Deutschland'],
    link: 'https://tracking.dpd.de/parcelstatus?query={number}',
  },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'DPD UK', link: 'https://www.dpd.co.uk/apps/tracking/?reference={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'DPD Austria',
    also: ['DPD Österreich', 'DPD.at'],
    link: 'https://tracking.dpd.de/status/de_AT/parcel/{number}',
  },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'DPD Netherlands',
    also: ['DPD NL', 'DPD Nederland'],
    link: 'https://tracking.dpd.de/status/nl_NL/parcel/{number}',
  },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'DPD France', also: ['DPD FR'], link: 'https://www.dpd.fr/trace/{number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  {
    name: 'DPD Poland',
    also: ['DPD PL', 'DPD Polska'],
    link: 'https://tracktrace.dpd.com.pl/parcelDetails?p1={number}',
  },
  // wonsong82/yg_web: wp-content/plugins/woocommerce-shipping-tracking/included_companies/WCST_shipping_companies_url.php
  { name: 'GLS', link: 'https://gls-group.eu/EU/en/parcel-tracking?match={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'GLS Italy',
    also: ['GLS Italia'],
    link: 'https://www.gls-italy.com/?option=com_gls&view=track_e_trace&mode=search&numero_spedizione={number}&tipo_codice=nazionale',
  },
  // Comunitea/CMNT_00202_2019_LUP: project-addons/custom_lupeon/models/delivery_carrier.py
  { name: 'GLS Spain', also: ['GLS España'], link: 'https://m.gls-spain.es/e/{number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'Hermes', also: ['Hermes Germany'], link: 'https://tracking.hermesworld.com/?TrackID={number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  {
    name: 'Österreichische Post',
    also: ['Austrian Post', 'Post.at', 'Post AT'],
    link: 'https://www.post.at/sv/sendungsdetails?snr={number}',
  },
  // sauladam/shipment-tracker: src/Trackers/PostCH.php
  {
    name: 'Swiss Post',
    also: ['Schweizerische Post', 'Die Post', 'La Poste Suisse', 'Post CH'],
    link: 'https://service.post.ch/EasyTrack/submitParcelData.do?formattedParcelCodes={number}',
  },
  // woocommerce/woocommerce: plugins/woocommerce/src/Internal/Fulfillments/Providers/LaPosteColissimoShippingProvider.php
  { name: 'Colissimo', also: ['La Poste'], link: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'Chronopost', link: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'Colis Privé', link: 'https://www.colisprive.com/moncolis/Default.aspx?numColis={number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'PostNL', link: 'https://postnl.nl/tracktrace/?B={number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'InPost', also: ['Paczkomaty'], link: 'https://inpost.pl/sledzenie-przesylek?number={number}' },
  // gerekper/ganjaking: wp-content/plugins/woocommerce-shipment-tracking/includes/class-wc-shipment-tracking.php
  { name: 'Poczta Polska', also: ['Pocztex'], link: 'https://emonitoring.poczta-polska.pl/?numer={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'BRT',
    also: ['Bartolini'],
    link: 'https://vas.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz={number}',
  },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  { name: 'Poste Italiane', link: 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'SDA',
    also: ['SDA Express Courier'],
    link: 'https://www.sda.it/wps/portal/Servizi_online/ricerca_spedizioni?locale=it&tracing.letteraVettura={number}',
  },
  // treytux/trey-addons: delivery_carrier_tracking_correos/data/delivery_carrier.xml
  { name: 'Correos', link: 'https://www.correos.es/comun/localizador/track.asp?numero={number}' },
  // OCA/delivery-carrier: delivery_correos_express/models/delivery_carrier.py
  { name: 'Correos Express', link: 'https://s.correosexpress.com/c?n={number}' },
  // OCA/l10n-spain: delivery_seur/models/delivery_carrier.py
  { name: 'SEUR', link: 'https://www.seur.com/livetracking/?segOnlineIdentificador={number}' },
  // gerekper/ganjaking: wp-content/plugins/yith-woocommerce-order-tracking-premium/class.carriers.php
  {
    name: 'MRW',
    link: 'https://www.mrw.es/seguimiento_envios/MRW_resultados_consultas.asp?modo=nacional&envio={number}',
  },
]

/** Returns the words of a name, since people write 'FedEx', 'FEDEX' and 'Spee Dee'. */
const wordsOf = (name: string) =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The longest names first: 'DHL Express Worldwide' is DHL Express. */
const byName = carriers
  .flatMap(({ name, also = [], link }) => [name, ...also].map((one) => ({ words: wordsOf(one), link })))
  .toSorted((one, other) => other.words.length - one.words.length)

/**
 * Returns the address of the page that shows where a parcel is; undefined for an unknown carrier, and without a number. The carrier may be
 * named with a service: 'DHL Paket', 'UPS Ground'.
 */
export function trackingLink(carrier: string | undefined, trackingNumber: string | undefined): string | undefined {
  const number = trackingNumber?.replaceAll(/\s/g, '')
  if (carrier === undefined || !number) return undefined
  const written = wordsOf(carrier)
  const joined = written.join('')
  const link =
    byName.find(({ words }) => words.join('') === joined)?.link ??
    byName.find(({ words }) => words.every((word, index) => written[index] === word))?.link
  return link?.replace('{number}', () => encodeURIComponent(number))
}
