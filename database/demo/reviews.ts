export type DemoReview = {
  displayName: string
  designation: string
  message: string
  rating: 1 | 2 | 3 | 4 | 5
  /** The file name in `drawings/portraits/`, without extension. */
  portrait: string
  german: { designation: string; message: string }
}

export const demoReviews: readonly DemoReview[] = [
  {
    displayName: 'Marta Kowalczyk',
    designation: 'Workshop owner, Poznań',
    message:
      'We order brake discs and pads every second Monday, with two clicks on the order of last time. The hole circle and bore are in the text, so I no longer have to ring anyone to check.',
    rating: 5,
    portrait: 'marta-kowalczyk',
    german: {
      designation: 'Werkstattinhaberin, Posen',
      message:
        'Wir bestellen jeden zweiten Montag Bremsscheiben und Beläge, mit zwei Klicks auf die letzte Bestellung. Lochkreis und Bohrung stehen im Text, ich muss also niemanden mehr anrufen, um nachzufragen.',
    },
  },
  {
    displayName: 'Daniel Okafor',
    designation: 'Fleet maintenance manager, Lagos',
    message:
      'I look after 64 delivery vans. Filters and oil in cartons of twenty is exactly how we use them, and the minimum quantity is stated before I start, not in the basket.',
    rating: 5,
    portrait: 'daniel-okafor',
    german: {
      designation: 'Leiter Fuhrparkwartung, Lagos',
      message:
        'Ich betreue 64 Lieferwagen. Filter und Öl in Kartons zu zwanzig: genau so verbrauchen wir sie, und die Mindestmenge steht da, bevor ich anfange, nicht erst im Warenkorb.',
    },
  },
  {
    displayName: 'Inger Solberg',
    designation: 'Service manager, Tromsø',
    message:
      'The AGM batteries came charged: 12.8 V measured on arrival, all eight of them. The case number and the terminal side are on the page; the height of the base hold-down I had to look up.',
    rating: 4,
    portrait: 'inger-solberg',
    german: {
      designation: 'Serviceleiterin, Tromsø',
      message:
        'Die AGM-Batterien kamen geladen an: 12,8 V gemessen, alle acht. Gehäusegröße und Polseite stehen auf der Seite; die Höhe der Bodenleiste musste ich nachschlagen.',
    },
  },
  {
    displayName: 'Rafael Mendes',
    designation: 'Chassis technician, Porto',
    message:
      'Fitted the coilovers on three cars now. The thread stays clean, the collars turn without a fight, and the parts report was accepted at inspection. Two wrenches per strut are more than I need.',
    rating: 5,
    portrait: 'rafael-mendes',
    german: {
      designation: 'Fahrwerksmechaniker, Porto',
      message:
        'Die Gewindefahrwerke sind inzwischen in drei Autos verbaut. Das Gewinde bleibt sauber, die Ringe drehen sich leicht, und das Teilegutachten wurde bei der Prüfung anerkannt. Zwei Schlüssel je Federbein brauche ich nicht.',
    },
  },
  {
    displayName: 'Aiko Tanabe',
    designation: 'Head of purchasing, Nagoya',
    message:
      'We compared the torque wrench with our calibrated one at 60, 120 and 180 Nm and found less than two per cent difference. The certificate number matched the tool. We then ordered six for the second shop.',
    rating: 5,
    portrait: 'aiko-tanabe',
    german: {
      designation: 'Einkaufsleiterin, Nagoya',
      message:
        'Wir haben den Drehmomentschlüssel bei 60, 120 und 180 Nm mit unserem kalibrierten verglichen: weniger als zwei Prozent Abweichung. Die Nummer des Zertifikats passte zum Werkzeug. Daraufhin haben wir sechs für die zweite Werkstatt bestellt.',
    },
  },
  {
    displayName: 'Yusuf Demir',
    designation: 'Garage owner, Izmir',
    message:
      'That a two-post lift needs 200 mm of concrete stands on its page, so we measured the floor first. The filters for load and height left the one that fits our hall. A drawing of the anchors would be welcome, too.',
    rating: 4,
    portrait: 'yusuf-demir',
    german: {
      designation: 'Werkstattinhaber, Izmir',
      message:
        'Dass eine Zwei-Säulen-Bühne 200 mm Beton braucht, steht auf ihrer Seite, also haben wir erst den Boden gemessen. Mit den Filtern für Last und Höhe blieb die übrig, die in unsere Halle passt. Eine Zeichnung der Anker wäre auch schön.',
    },
  },
  {
    displayName: 'Claire Beaumont',
    designation: 'Tire workshop manager, Lille',
    message:
      'In October we need 200 tires in one week. The stock number on the page was right to the piece, and the price of the larger quantity stood in the cart at once. That is why I order the winter wheels here too.',
    rating: 5,
    portrait: 'claire-beaumont',
    german: {
      designation: 'Leiterin einer Reifenwerkstatt, Lille',
      message:
        'Im Oktober brauchen wir 200 Reifen in einer Woche. Der Bestand auf der Seite stimmte auf das Stück, und der Preis für die größere Menge stand sofort im Warenkorb. Deshalb bestelle ich auch die Winterräder hier.',
    },
  },
  {
    displayName: 'Tom Hargreaves',
    designation: 'Mobile mechanic, Leeds',
    message:
      'Good parts, but the minimum order is hard on a one-man van: I do not need sixteen spark plugs at once. The impact wrench I can buy singly, and that one has not let me down in the rain yet.',
    rating: 3,
    portrait: 'tom-hargreaves',
    german: {
      designation: 'Mobiler Mechaniker, Leeds',
      message:
        'Gute Teile, aber die Mindestmenge ist hart für einen Ein-Mann-Betrieb: Sechzehn Zündkerzen auf einmal brauche ich nicht. Den Schlagschrauber gibt es einzeln, und der hat mich im Regen noch nie im Stich gelassen.',
    },
  },
  {
    displayName: 'Priya Raman',
    designation: 'Parts coordinator, Chennai',
    message:
      'Placing an order again from the list of old orders saves me half an hour a week. The invoice shows part number, quantity and unit price on one line each; our accounts people stopped asking.',
    rating: 5,
    portrait: 'priya-raman',
    german: {
      designation: 'Teiledisponentin, Chennai',
      message:
        'Aus der Liste alter Bestellungen noch einmal zu bestellen spart mir eine halbe Stunde in der Woche. Auf der Rechnung stehen Teilenummer, Menge und Einzelpreis in einer Zeile; unsere Buchhaltung fragt nicht mehr nach.',
    },
  },
  {
    displayName: 'Lukas Brandner',
    designation: 'Master mechanic, Graz',
    message:
      'Timing belt kit was complete down to the stretch bolts, and the sticker was in the box. The coolant pump has to be ordered separately. That is stated, but I missed it the first time.',
    rating: 4,
    portrait: 'lukas-brandner',
    german: {
      designation: 'Kfz-Meister, Graz',
      message:
        'Der Zahnriemensatz war bis zu den Dehnschrauben vollständig, und der Aufkleber lag bei. Die Kühlmittelpumpe muss man extra bestellen. Das steht da, ich habe es beim ersten Mal nur übersehen.',
    },
  },
  {
    displayName: 'Nomvula Dlamini',
    designation: 'Vocational trainer, Durban',
    message:
      'I equip a training bay for fourteen apprentices. A saved list holds one complete bay, and I order it again for each new group. The foam in the socket case shows what is missing.',
    rating: 5,
    portrait: 'nomvula-dlamini',
    german: {
      designation: 'Ausbilderin, Durban',
      message:
        'Ich statte einen Ausbildungsplatz für vierzehn Lehrlinge aus. Eine gespeicherte Liste enthält einen kompletten Platz, und für jede neue Gruppe bestelle ich sie noch einmal. Die Schaumeinlage im Steckschlüsselkasten zeigt, was fehlt.',
    },
  },
  {
    displayName: 'Gustavo Herrera',
    designation: 'Owner of a truck and car service, Monterrey',
    message:
      'The compressor runs two air tools and the tire inflator from eight to six. It is quieter than the old one. The oil fill was included as promised; the quick couplings I changed to our own type.',
    rating: 4,
    portrait: 'gustavo-herrera',
    german: {
      designation: 'Inhaber einer Lkw- und Pkw-Werkstatt, Monterrey',
      message:
        'Der Kompressor treibt von acht bis sechs zwei Druckluftwerkzeuge und den Reifenfüller. Er ist leiser als der alte. Die Ölfüllung war wie versprochen dabei; die Schnellkupplungen habe ich gegen unsere getauscht.',
    },
  },
]
