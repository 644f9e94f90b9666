/** Translates the labels of the content schema into German. */
export function translateSchema<Schema>(schema: Schema): Schema {
  const text = JSON.stringify(schema)
  // Only labels differ, so it keeps its type.
  return JSON.parse(text, (key, value: unknown) =>
    isLabel(key, value)
      ? (germanLabels[value] ?? value)
      : hasChoices(value)
        ? { ...value, choices: germanChoices }
        : value,
  ) as Schema
}

const hasChoices = (value: unknown): value is { enum: unknown[] } =>
  typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum)

const germanChoices: Record<string, string> = {
  shop: 'Shop',
  plumbing: 'Sanitärseite',
  'sign-in': 'Nach der Anmeldung',
  public: 'Öffentlich',
  shown: 'Sichtbar',
  hidden: 'Verborgen',
  on: 'An',
  off: 'Aus',
  'at-once': 'Sofort',
  ask: 'Nach Rückfrage',
}

/** Whether the property is a label: a property of that name in `properties` would be a schema. */
const isLabel = (key: string, value: unknown): value is string =>
  (key === 'title' || key === 'description') && typeof value === 'string'

const germanLabels: Record<string, string> = {
  'Cancellations by buyers': 'Stornierungen durch Käufer',
  'Until the first parcel, buyers cancel units of paid orders and orders on account at once, or ask you with a message.':
    'Bis zum ersten Paket stornieren Käufer Stücke bezahlter Bestellungen und solcher auf Rechnung sofort, oder sie fragen Sie mit einer Nachricht.',
  'In search engines': 'In Suchmaschinen',
  'While the shop is hidden, every page asks search engines to leave it out.':
    'Solange der Shop verborgen ist, bittet jede Seite Suchmaschinen, sie auszulassen.',
  'Title of the home page': 'Titel der Startseite',
  'Description of the home page': 'Beschreibung der Startseite',
  'Title of product pages': 'Titel der Produktseiten',
  'Description of product pages': 'Beschreibung der Produktseiten',
  'Title of category pages': 'Titel der Kategorieseiten',
  'Description of category pages': 'Beschreibung der Kategorieseiten',
  '{store} is filled in. Empty: as delivered.': '{store} wird eingesetzt. Leer: wie ausgeliefert.',
  '{name} and {store} are filled in. Empty: as delivered.':
    '{name} und {store} werden eingesetzt. Leer: wie ausgeliefert.',
  '{name}, {sku}, {brand} and {store} are filled in. Empty: as delivered.':
    '{name}, {sku}, {brand} und {store} werden eingesetzt. Leer: wie ausgeliefert.',
  'Google Search Console': 'Google Search Console (Nachweis)',
  'Bing Webmaster Tools': 'Bing Webmaster Tools (Nachweis)',
  'The content of the tag that proves that the shop is yours.':
    'Der Inhalt des Tags, das beweist, dass der Shop Ihnen gehört.',
  'Search engines': 'Suchmaschinen',
  'Own visit counts': 'Eigene Besuchszählung',
  'Counted without cookies and without storing who visits; see Visits in the dashboard.':
    'Gezählt ohne Cookies und ohne zu speichern, wer zu Besuch ist; siehe „Besuche“ in der Übersicht.',
  'Script of an analytics service': 'Skript eines Analysedienstes',
  'Its web address. It is loaded on every page and can read all that visitors and staff see.':
    'Seine Webadresse. Es wird auf jeder Seite geladen und kann alles lesen, was Besucher und Mitarbeiter sehen.',
  Origin: 'Ursprung',
  'Origins that the script loads from and sends to': 'Ursprünge, von denen das Skript lädt und an die es sendet',
  Value: 'Wert',
  Attribute: 'Attribut',
  'Attributes of the script, such as data-domain': 'Attribute des Skripts, wie data-domain',
  Analytics: 'Analyse',
  About: 'Über mich',
  Address: 'Adresse',
  'Address on the page': 'Adresse auf der Seite',
  'After the figure': 'Hinter der Zahl',
  Answer: 'Antwort',
  Blog: 'Blog',
  Button: 'Schaltfläche',
  'Button to the catalog': 'Schaltfläche zum Katalog',
  'Button to the reviews': 'Schaltfläche zu den Bewertungen',
  Card: 'Karte',
  Cards: 'Karten',
  Category: 'Kategorie',
  'Code host': 'Quelltext',
  Column: 'Spalte',
  Columns: 'Spalten',
  Contact: 'Kontakt',
  'Terms of sale': 'Verkaufsbedingungen',
  'The web address of the terms that buyers accept at the checkout, if you have not published them among the legal texts.':
    'Die Webadresse der Bedingungen, die Käufer an der Kasse akzeptieren, wenn sie nicht unter den rechtlichen Texten veröffentlicht sind.',
  'Copyright line': 'Copyright-Zeile',
  Counter: 'Zähler',
  Counters: 'Zähler',
  Description: 'Beschreibung',
  'E-mail': 'E-Mail',
  Figure: 'Zahl',
  Footer: 'Fußzeile',
  Group: 'Gruppe',
  Hero: 'Aufmacher',
  'Home page': 'Startseite',
  'How many are shown': 'Wie viele zu sehen sind',
  Label: 'Beschriftung',
  'Line above the title': 'Zeile über dem Titel',
  Link: 'Link',
  'Link under each card': 'Link unter jeder Karte',
  Links: 'Links',
  Name: 'Name',
  News: 'Neuigkeiten',
  'Plumbing page': 'Sanitärseite',
  Portfolio: 'Portfolio',
  'Postal address': 'Postanschrift',
  'Product pages': 'Produktseiten',
  'Blog in the menu': 'Blog im Menü',
  'Portfolio in the menu': 'Portfolio im Menü',
  'Plumbing page in the footer': 'Sanitärseite im Fuß',
  'Hidden, its address still works, but nothing leads there.':
    'Verborgen gibt es die Seite unter ihrer Adresse weiter, aber nichts führt zu ihr.',
  Products: 'Produkte',
  Project: 'Projekt',
  Question: 'Frage',
  Questions: 'Fragen',
  Role: 'Tätigkeit',
  Settings: 'Einstellungen',
  Skill: 'Fähigkeit',
  'Skill list': 'Fähigkeiten',
  Skills: 'Fähigkeiten',
  'Start-up spinner, in milliseconds': 'Ladekreis beim Start, in Millisekunden',
  'Social networks': 'Soziale Netzwerke',
  'The web address of your page there. Empty: the icon is left out. / leads to the home page.':
    'Die Webadresse Ihrer Seite dort. Leer: ohne Symbol. / führt zur Startseite.',
  Statistics: 'Zahlen',
  Subtitle: 'Untertitel',
  Testimonials: 'Stimmen',
  Text: 'Text',
  Title: 'Titel',
  'What signing up for news means': 'Hinweis zum Newsletter',
  'Words in the field for news': 'Text im Feld für den Newsletter',
  Work: 'Arbeiten',
  '{store} stands for the name of the store.': '{store} steht für den Namen des Shops.',
  'How long the full-screen spinner stands when the shop is opened; 0 turns it off.':
    'Wie lange der Ladekreis beim Öffnen des Shops steht; 0 schaltet ihn aus.',
  'Markdown: paragraphs, lists, links, `code` and code blocks.':
    'Markdown: Absätze, Listen, Links, `Code` und Codeblöcke.',
  'Small letters, digits and hyphens.': 'Kleinbuchstaben, Ziffern und Bindestriche.',
  'Who sees the page of a product: those who are signed in, or everyone. To order, all sign in.':
    'Wer die Seite eines Produkts sieht: wer angemeldet ist, oder alle. Zum Bestellen melden sich alle an.',
  'What visitors see at /.': 'Was Besucher unter / sehen.',
}
