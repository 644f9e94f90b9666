import type { SiteContent } from '#contract/site-content.ts'
import { defaultContentEn } from '#server/site-content/default-content-en.ts'
import { readQuestions } from '#server/site-content/read-blog-posts.ts'

const fillerLinks = ['Erster Link', 'Zweiter Link', 'Dritter Link', 'Vierter Link'].map((text) => ({ text, url: '/' }))
const { plumbing, portfolio } = defaultContentEn

/** Holds the skills that are no names of products. */
const germanSkills: Readonly<Record<string, string>> = {
  Accessibility: 'Barrierefreiheit',
  'Web performance': 'Schnelle Seiten',
  'REST and OpenAPI': 'REST und OpenAPI',
  'Job queues': 'Warteschlangen',
  'Card payments': 'Kartenzahlung',
  'OAuth and sessions': 'OAuth und Sitzungen',
  Observability: 'Überwachung',
}

export const defaultContentDe: SiteContent = {
  settings: defaultContentEn.settings,
  search: defaultContentEn.search,
  analytics: defaultContentEn.analytics,
  home: {
    hero: {
      eyebrow: 'Für Werkstätten, Fuhrparks und Händler',
      title: 'Die ganze Werkstatt in einer Bestellung.',
      text: 'Teile, Werkzeug und Maschinen für Gewerbekunden. Mindestmenge, Bestand und Preis bei jedem Produkt auf einen Blick.',
      button: 'Zum Katalog',
      secondButton: 'Was Kunden sagen',
    },
    products: {
      title: 'Unsere Produkte',
      subtitle: 'Werkzeug und Maschinen für Profis',
      button: 'Alle Produkte ansehen',
    },
    testimonials: { title: 'Stimmen', shown: 6 },
  },
  blog: {
    title: 'Fragen und Antworten',
    text: 'Sechs Fragen, die beim Bau solcher Shops immer wieder kommen, kurz beantwortet.',
    questions: readQuestions('de'),
  },
  footer: {
    columns: Array.from({ length: 5 }, () => ({ title: 'KATEGORIEN', links: fillerLinks })),
    placeholder: 'Platzhalter',
    button: 'Schaltfläche',
    consent: 'Unser Newsletter: per E-Mail bestätigen, jederzeit abbestellen.',
    copyright: defaultContentEn.footer.copyright,
    social: defaultContentEn.footer.social ?? {},
  },
  plumbing: {
    hero: {
      title: 'Sanitärprodukte',
      text: 'Kupfer, Messing und Steckfittings von der Wand bis zum Abfluss. Ventile, die nach zehn Jahren noch schließen, Siphons, die nicht tropfen, und das Werkzeug dafür, in den Mengen, die ein Trupp in der Woche verbraucht.',
      button: 'Los geht’s',
    },
    news: {
      title: 'Neuigkeiten & Blog',
      readMore: 'Weiterlesen',
      cards: [
        {
          title: 'Pressen oder löten? Was ein Trupp auf zwanzig Metern spart',
          category: 'Blog',
          description:
            'Eine Pressverbindung dauert eine halbe Minute und braucht keinen Feuerschein; eine gelötete kostet ein Zehntel des Fittings. Wir haben beides an derselben Steigleitung gestoppt.',
        },
        {
          title: 'Fünf Lecks, die mit dem falschen Gewinde anfangen',
          category: 'Blog',
          description:
            'Zylindrisch oder kegelig, BSP oder NPT: wie man sie mit Messschieber und Lehre unterscheidet, bevor die Wand wieder zu ist.',
        },
        {
          title: 'Vorrat für den Wagen: vierzig Teile, die die meisten Einsätze beenden',
          category: 'Blog',
          description:
            'Was unsere Gewerbekunden jeden Monat nachbestellen, geordnet danach, wie oft es auf der Baustelle das Einzige war, das fehlte.',
        },
      ],
    },
    contact: {
      title: 'Kontakt',
      text: 'Eine Frage zu einem Fitting, einer Menge oder einer Lieferung? Schreiben Sie uns; es antwortet jemand, der das Teil in der Hand hatte.',
      email: plumbing.contact.email,
      address: plumbing.contact.address,
      button: 'Schaltfläche',
    },
    statistics: {
      title: 'Warum man uns mag',
      counters: plumbing.statistics.counters.map((counter, place) => ({
        ...counter,
        label: ['Bedient', 'Kunden', 'Jahresumsatz', 'Bewertungen'][place] ?? counter.label,
      })),
    },
  },
  portfolio: {
    ...portfolio,
    role: 'Full-Stack-Entwickler',
    about:
      'Ich baue Shops und Büros dahinter, die auch am vollen Montag schnell bleiben. Meine Arbeit beginnt am Tresen: Was muss jemand sehen, entscheiden und drücken, und was darf dahinter nie schiefgehen?',
    codeHost: { ...portfolio.codeHost, text: 'Mein Code auf GitHub' },
    skills: portfolio.skills.map((skill, place) => ({
      ...skill,
      group: ['Im Browser', 'Auf dem Server', 'Drumherum'][place] ?? skill.group,
      items: skill.items.map((item) => germanSkills[item] ?? item),
    })),
    work: [
      {
        title: 'Boltyard',
        text: 'Dieser Shop: Bestellungen, die dasselbe Stück nie zweimal verkaufen, Zahlungen, die genau einmal gebucht werden, Seiten, die da sind, bevor man blinzelt.',
      },
      {
        title: 'Inventur per Telefon',
        text: 'Eine Zähl-App für ein Reifenlager: Strichcode hinein, Regal für Regal, im Keller ohne Netz und oben zusammengeführt.',
      },
      {
        title: 'Serviceheft',
        text: 'Termine, Kilometer und Teile von 400 Transportern auf einer Seite, mit einer E-Mail, bevor etwas fällig ist.',
      },
    ],
  },
}
