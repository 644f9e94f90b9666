import type { Messages } from './mails.ts'
import type { WindowWords } from './messages.en.ts'
import { providerNames } from './provider-names.ts'

const notYou = 'Das war ich nicht: neues Passwort wählen'
const notYouNotes = [
  'Der Link gilt 24 Stunden. Ein neues Passwort meldet alle ab und entfernt jede Anmeldemethode und jeden zweiten Schritt, die mit dieser Änderung oder danach hinzukamen.',
  'Wenn Sie es selbst waren, ist nichts zu tun.',
]
/** Tells of a change, with the way out for an owner who did not make it. */
const notice = (subject: string, lead: string) => ({ subject, lead, button: notYou, notes: notYouNotes })

const wayNames: Readonly<Record<string, string>> = {
  ...providerNames,
  password: 'Passwort',
  emailLink: 'Link per E-Mail',
}
const wayName = (way: string) => wayNames[way] ?? way

export const windows: WindowWords = {
  failed: 'Das hat nicht geklappt',
  done: 'Sie können jetzt zurückgehen',
  doneText: 'Die Anmeldung geht in dem Fenster weiter, aus dem Sie gekommen sind.',
  close: 'Fenster schließen',
  home: 'Zur Startseite',
  expired:
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Schließen Sie das Fenster und versuchen Sie es noch einmal.',
  incomplete: 'Die Adresse dieses Fensters ist unvollständig.',
  cancelled: 'Sie haben beim anderen Anbieter abgebrochen.',
  notSetUp: 'Diese Art der Anmeldung ist nicht eingerichtet.',
  silent: 'Der andere Anbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
  refused: 'Die Antwort des anderen Anbieters war nicht gültig. Bitte versuchen Sie es noch einmal.',
  unavailable: 'Die Anmeldung ist gerade nicht möglich. Versuchen Sie es gleich noch einmal.',
  fault: 'Hier ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  chooser: {
    title: 'Konto wählen',
    standIn: 'Ersatz für die Entwicklung: Kein echtes Google-Konto wird gefragt',
    another: 'Ein anderes Konto verwenden',
    name: 'Name',
    email: 'E-Mail-Adresse',
    typed: 'Eine Adresse, die Sie eingeben, gilt als nicht bestätigt. Sie öffnet also kein Konto, das es schon gibt.',
    missing: 'Geben Sie einen Namen und eine E-Mail-Adresse ein.',
    submit: 'Weiter',
    cancel: 'Abbrechen',
  },
}

export const de = (site: string): Messages => ({
  mails: {
    'verify-email': ({ to }) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${site}`,
      lead: `Bitte bestätigen Sie, dass ${to} Ihre Adresse ist, damit wir Ihnen von Ihren Bestellungen schreiben können.`,
      button: 'Meine E-Mail-Adresse bestätigen',
      notes: [
        'Der Link gilt 24 Stunden.',
        `Wenn Sie kein Konto bei ${site} angelegt haben, beachten Sie diese E-Mail nicht.`,
      ],
    }),
    'reset-password': ({ to }) => ({
      subject: `Neues Passwort für ${site}`,
      lead: `Jemand, hoffentlich Sie, hat für ${to} ein neues Passwort angefordert.`,
      button: 'Neues Passwort wählen',
      notes: [
        'Der Link gilt eine Stunde und nur einmal. Ein neues Passwort meldet Sie überall ab.',
        'Wenn Sie es nicht waren, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    invitation: ({ to, isStaff }) => ({
      subject: isStaff ? `Ihr Mitarbeiterkonto bei ${site}` : `Ihr Konto bei ${site}`,
      lead: isStaff
        ? `Sie arbeiten jetzt für ${site}: Für ${to} wurde ein Mitarbeiterkonto angelegt. Wählen Sie ein Passwort, um sich anzumelden; Ihre Arbeit steht unter „Übersicht“.`
        : `${site} hat für ${to} ein Konto angelegt. Wählen Sie ein Passwort, um sich anzumelden und zu bestellen.`,
      button: 'Passwort wählen',
      notes: [
        'Der Link gilt 7 Tage und nur einmal. Danach sendet „Passwort vergessen?“ auf der Anmeldeseite einen neuen.',
        'Wenn Sie diese E-Mail nicht erwartet haben, beachten Sie sie nicht: Ohne sie kann niemand das Konto benutzen.',
      ],
    }),
    'sign-in-link': ({ to }) => ({
      subject: `Bei ${site} anmelden`,
      lead: `Mit diesem Link melden Sie sich als ${to} an. Ein Passwort brauchen Sie nicht.`,
      button: 'Anmelden',
      notes: [
        'Der Link gilt eine Stunde und nur einmal.',
        'Wenn Sie ihn nicht angefordert haben, beachten Sie diese E-Mail nicht: Ohne den Link wird niemand angemeldet.',
      ],
    }),
    'change-email': ({ to }) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${site}`,
      lead: `Bitte bestätigen Sie, dass Ihr Konto zu ${to} umziehen soll.`,
      button: 'Diese Adresse verwenden',
      notes: [
        'Der Link gilt 24 Stunden. Danach melden Sie sich mit der neuen Adresse an.',
        `Wenn Sie kein Konto bei ${site} haben, beachten Sie diese E-Mail nicht.`,
      ],
    }),
    'email-changed': ({ to, newEmail }) => ({
      subject: `Ihre E-Mail-Adresse bei ${site} wurde geändert`,
      lead: `Ihr Konto gehört jetzt zu ${newEmail} und nicht mehr zu ${to}.`,
      button: 'Das war ich nicht: rückgängig machen',
      notes: [
        'Der Link gilt 7 Tage. Er holt Ihre Adresse zurück und meldet alle ab.',
        'Wenn Sie die Adresse selbst geändert haben, ist nichts zu tun.',
      ],
    }),
    'email-recovered': ({ to }) => ({
      subject: `Ihre E-Mail-Adresse bei ${site} wurde wiederhergestellt`,
      lead: `Ihr Konto gehört wieder zu ${to}. Alle Geräte wurden abgemeldet, und jeder Weg zur Anmeldung, der nach der Änderung dazukam, wurde entfernt.`,
      button: 'Neues Passwort wählen',
      notes: [
        'Wenn Sie die Adresse nicht selbst geändert hatten, hatte jemand Zugang zu Ihrem Konto: Wählen Sie ein neues Passwort. Der Link gilt 24 Stunden.',
      ],
    }),
    'account-reclaimed': ({ to }) => ({
      subject: `Ihr Konto bei ${site} beginnt von vorn`,
      lead: `Sie haben gezeigt, dass ${to} Ihre Adresse ist. Jemand hatte zuvor mit ihr ein Konto angelegt und das nie gezeigt; deshalb wurde alles darin entfernt: Name, Bild, Telefon, Anschrift, Bewertungen und jeder Weg zur Anmeldung. Wer dort angemeldet war, ist abgemeldet.`,
      button: 'Neues Passwort wählen',
      notes: [
        'Der Link gilt eine Stunde und nur einmal. Sie brauchen ihn nur, um sich mit einem Passwort anzumelden.',
        'Wenn Sie selbst das Konto angelegt hatten, füllen Sie bitte Ihr Profil noch einmal aus. Unbezahlte Bestellungen wurden storniert; bezahlte und solche auf Rechnung werden weiter geliefert, offene Rechnungen bleiben zu bezahlen, und der Shop gibt Ihnen Auskunft.',
      ],
    }),
    'password-changed': ({ to }) =>
      notice(`Ihr Passwort bei ${site} wurde geändert`, `Für ${to} wurde ein neues Passwort gesetzt.`),
    'sign-in-added': ({ to, way }) =>
      notice(
        `Ihr Konto bei ${site} hat einen weiteren Weg zur Anmeldung: ${wayName(way)}`,
        `Ab jetzt kann man sich als ${to} auch so anmelden: ${wayName(way)}.`,
      ),
    'sign-in-removed': ({ to, way }) =>
      notice(
        `Ein Weg zur Anmeldung bei ${site} wurde entfernt: ${wayName(way)}`,
        `So kann man sich als ${to} nicht mehr anmelden: ${wayName(way)}.`,
      ),
    'phone-added': ({ to, phone }) =>
      notice(
        `Ihr Konto bei ${site} hat eine Telefonnummer bekommen`,
        `Ab jetzt kann man sich als ${to} auch mit einem Code anmelden, der an ${phone} geht.`,
      ),
    'phone-removed': ({ to, phone }) =>
      notice(
        `Eine Telefonnummer Ihres Kontos bei ${site} wurde entfernt`,
        `Mit einem Code an ${phone} kann man sich als ${to} nicht mehr anmelden.`,
      ),
    'second-factor-added': ({ to, factor }) => ({
      subject: `Ihr Konto bei ${site} hat einen weiteren zweiten Schritt`,
      lead: `Die Anmeldung als ${to} fragt ab jetzt auch nach einem Code ${factor === 'totp' ? 'aus einer Authenticator-App' : 'per SMS'}.`,
      button: 'Das war ich nicht: entfernen',
      notes: [
        'Der Link gilt 7 Tage. Er entfernt den zweiten Schritt und meldet alle ab.',
        'Wenn Sie ihn selbst hinzugefügt haben, ist nichts zu tun.',
      ],
    }),
    'second-factor-removed': ({ to, factor }) => ({
      subject: `Ein zweiter Schritt Ihres Kontos bei ${site} wurde entfernt`,
      lead: `Die Anmeldung als ${to} fragt nicht mehr nach dem Code ${factor === 'totp' ? 'aus einer Authenticator-App' : 'per SMS'}.`,
      button: 'Das war ich nicht: neues Passwort wählen',
      notes: [
        'Der Link gilt 24 Stunden. Ein neues Passwort meldet alle ab; fügen Sie danach den zweiten Schritt wieder hinzu.',
        'Wenn Sie ihn selbst entfernt haben, ist nichts zu tun.',
      ],
    }),
    'recovery-codes-created': ({ to, left }) =>
      notice(
        `Neue Wiederherstellungscodes für Ihr Konto bei ${site}`,
        `Für ${to} wurden ${left} Wiederherstellungscodes erstellt. Jeder meldet einmal anstelle des zweiten Schritts an; ältere gelten nicht mehr.`,
      ),
    'recovery-code-used': ({ to, left }) =>
      notice(
        `Ein Wiederherstellungscode Ihres Kontos bei ${site} wurde benutzt`,
        `Jemand hat sich gerade als ${to} mit einem Wiederherstellungscode angemeldet. ${left === 0 ? 'Keiner ist mehr übrig: Erstellen Sie neue unter Sicherheit in Ihrem Profil.' : `Noch ${left} ${left === 1 ? 'ist' : 'sind'} übrig.`}`,
      ),
  },
  accountDeleted: (to) => ({
    subject: `Ihr Konto bei ${site} wurde gelöscht`,
    lead: `Das Konto von ${to} wurde gelöscht, mit Ihrem Profil und jedem Weg zur Anmeldung.`,
    notes: [
      'Das lässt sich nicht rückgängig machen. Unbezahlte Bestellungen wurden storniert; bezahlte und solche auf Rechnung werden weiter geliefert, und offene Rechnungen bleiben zu bezahlen.',
      'Wenn Sie es nicht selbst gelöscht haben, wählen Sie ein neues Passwort für Ihr Postfach und sagen Sie es dem Shop.',
    ],
  }),
  phoneCode: (code) => `${code} ist Ihr Code für ${site}. Er gilt 10 Minuten. Geben Sie ihn niemandem.`,
})
