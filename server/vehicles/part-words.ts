/**
 * Lists beginnings of words for parts, their features and their sale in each language, without marks; endings may follow. Those of
 * `fixed` take none, for with one they are names of vehicles: `lega` and Legacy.
 */
const stems = {
  en: `
    abs absorber absorbers abssensor accessor accessory accumulator active actuating actuator actuators adapt adaptive adblue adhesive adjust
    adjustable after aftermarket agm air airbag airbags aircon aircooled airflow airspring alarm alcantara all allen alloy alternator
    alternators aluminium aluminum american amp ampere amplifier anodised anodized antenna anthracite anti antifreeze antiroll antisqueal
    applique approved apron arch are arm armrest arms ashtray assembled assemblies assembly assy auto automatic automotive aux available axle
    axles back backbox backing backplate backup badge baffle bag bags balancer ball ballast banjo bank bar base batteries battery bcm beam
    bearing bearings bed bedrail before beige belt beltbuckle best bezel bezels bigend billet bin black blade blades bleed blend blind blk block
    blower blowermotor blowoff blue bluetooth board boards body bodycontrol bodykit bodywork bolt bonnet bonnetstrut boost booster boostpipe
    boot boothandle bootlid bootliner boots both bottle bottom box boxes brace bracket brackets brake brakelight brand brass breaker breakers
    breaking breather breatherpipe bright brown brush buckle bulb bulk bulkhead bumper bumpers bumpstop bundle burgundy bush bushings button
    buzzer by cabin cable cables cage caliper calipers calliper callipers cam camber camberbolt camera camsensor camshaft camshafts can canada
    cancel cancellation canister cap capa capacitor capless caps car carb carbon carburetor carburettor carburettors cargo carpet carrier cars
    cartridge case cast catalyst catalytic catback cd center centercap centre centrebearing centrecap centrepipe ceramic certificate
    certification certified chain chamber channel charcoal charge chassis cheap check china choke chra chrome circlip ckp clamp clamps cleaners
    clear clip clock clockspring cloth cluster clutch clutches clutchkit cmp coat code coil coilover coilovers coilpack coils collar color
    colour column combination comfort compartment compatibility compatible complete compliant comprehensive compressor computer concentric
    condenser condensers conditioner conditioning connect conrod console contact control controls convert converter coolant cooled cooler
    cooling copper copperwasher core corner counter coupler coupling cover covers cowl cradle crank crankcase crankpulley cranksensor crankshaft
    crankshafts cross crossbar crossmember crownwheel cruise csc cubby cummins cup cupholder cupholders curtain cushion custom cv cvboot cvjoint
    cylinder cylinderhead cylinders dab dam dampener dampeners damper dark dash dashboard dashpod day days daytime dealer decal decklid def
    deflector defrost degree deposit design designed diaphragm differential diffuser dimming dimpled dipstick direct disc disk dismantled
    display distributor distributors dmf dogguard dome donor door doorhandle doorlock doormirror doors dot double downpipe downstream dozen dpf
    dpfsensor drag drain drier drilled driptray drive driveline driver drivers driverside driveshaft drivetrain drl drop dropline droplink drum
    drumbrake drums dryer dual dualmass duct ducts durable dust dustcover duty dvd dynamo each ear easy ece ecm ecu edition efb egr egrcooler
    egrvalve electric electrical electronic elegant element emblem emission end endlink ends engine engineblock enhanced equipment equivalent
    escape european evaporator evaporators excellent exchange exhaust expansion extended exterior eye fabric factory fan fanclutch fans fascia
    fast fastener fasteners fastenings feed fender fiber fibre filler film filter filterhousing filters fin fit fitment fits fitting fittings
    fixed flange flap flaps flare flares flasher flat flex flexi flexible flexplate float floor floormat flow flowmeter fluid flywheel foam fobs
    fog foglamp foglight fold foldaway folding foot for forged fork frame free freeze fresh fuel fuelpump full fuse fusebox fuses fusible gaiter
    gaiters gal galvanised galvanized garnish garnishes gas gasket gaskets gasstrut gauge gear gearbox gearknob gearlever gearstick gel
    generation generator genuine german germany glass gloss glossy glove glovebox glow glowplug good gps grabhandle graphite gray great green
    grey grill grille grip grommet grooved ground gry guaranteed guard guide haldex half halfshaft hall halogen hand handbrake handgrip handle
    handlebar handles handsfree hanger hard hardware harmonic harness hatch hd head headbolt header headers headlamp headlamps headlight
    headlights headliner headlining headrest headunit heat heated heater heaterblower heatermatrix heaterresistor heatshield heavy height
    helicoil hex hexagon hid high hinge hitch hoist holddown holder hollow hood hook horn hose hoses housing housings hub hubcap hubcaps
    hubcentric hubs hydraulic iac idle idler igniter igniters ignition immobiliser immobilisers immobilizer impact import imported improved
    improvement in inc inch included includes indicator indicators inductive injection injector injectors inlet inner insert inside inspected
    inspection install installation instock instrument insulation insulator intake intakepipe interchangeable intercooler intercoolers interior
    intermediate invoice iridium iso isolator isolators item items jack japan japanese jet joint joints junction junkyard key keyless keys kick
    kit kits knob knobs knock knocksensor knuckle knuckles lambda lamp lamps lash latch latches latchlock lateral lead leaf leather led left
    leftlower legal lens level levelling lever levers lhs licence license lid lifetime lift lifter liftgate light lighter lights lightweight
    line liner lines link linkage links lip loadcover lock lockingnut locks lockset long longblock look loom lot louver low lower lubricant lug
    lugs made maf main manifold manual map marker maroon mass mast master mat match matched material mats matt matte mechatronic memory metal
    metallic mid middle midpipe midsection mile mileage miles mirror mirrorglass mirrors mode model models module modules molding moldings
    monitor month moonroof motor moulding mount mounting mounts mudflap mudguard muffler multi multispark nameplate navigation navy nearside
    neck negative nerf net new nickel night nitrogen noise non nonadjustable nox nozzle nsf numberplate nut nuts nylon o o2 oe oem of off
    offroad oil oilcooler oilfeed oillevel oilpan oilpressure oilpump on open orange orifice original orings outer outlet outside oval overflow
    overhaul overhead oxide oxygen pack packaged packaging pad pads paint paintable painted pair pairs pan panel panhard panoramic parcel
    parcelshelf parking part partial particulate pasenger passenger passenger's passengers passengerside pcm pcs pcv pdc pearl pedal pedalbox
    pedals per perfect perforated performance phaser pickup piece pieces pigtail pigtails pillar pilot pin pinion pink pipe pistons pitman pivot
    plastic plate plates play player plenum plug plugs plunger pocket polished pollen polybush polyurethane position positive postage
    powdercoated power powertrain pre preassembled prefilled prefilter preloaded premium preowned pressure pressurepipe pretensioner primary
    primed printed probes projector prop propcentre proportioning propshaft protector proximity pu puddle pull pulley pump pumps purge purple
    push pushrod pvc qty quad quality quantity quarter quarterlight quick quiet race racing rack radar radiator radiatorcap radiators radio rail
    rails rain raising ready rear rearlight rebar rebuild rebuildable rebuilt receiver recliner reconditioned reflector refund refurbished
    regulator reinforce reinforcement relay relays release reliability reliable reman remanufactured remote remotes removed repair repeater
    replace replacement replaces replacing reservoir resistor resonator resonators rest restraint retainer retainers retaining return rev
    reverse rhs right rightlower rigid rim rims ring rings rivet road robust rocker rockercover rockershaft rod rods roll roller roof roofbar
    roofrack roofrails rotor rotors round rubber rug run runner running sae safe safety sale salvage satin scoop scr screen screws scuff seal
    sealant sealed seals seatbelt seats secondary secondhand selector sender sending sensing sensor sensors series serpentine service servo set
    sets shade shaft shafts shark shelf shield shift shifter shim ship shipping shock shocks shoe shoes shop short shortblock shroud shrouds
    shutter side sidelight sides sideskirt signal signals silencer silencers silent sill silver single siren six size skid skin slamlock slave
    sleek sleeve slide sliding slipring slotted smf smoke smooth snapring snorkel socket sockets soft solenoid solenoids solid sonar soot spacer
    spacers spare spark sparkplug speaker speakers speed speedo speedometer speedsensor spindle spindles spiral splash splitter splitters
    spoiler spot spring springs sprocket square squib srs stabil stabilizer stainless stake stalk stall standard standardised starter starters
    steel steering steeringwheel stem step steps stereo sticker stiff stock stop storage strap street stretch striker strip stripe strong strut
    strutmount struts stub stud studs style subframe subwoofer suction suede suitable sump sun sunroof sunshade sunvisor sunvisors supercharger
    support supports surcharge suspension suv sway sweep swirl swirlflap switch switches synchro synchromesh synchroniser system systems tail
    tailgate tailgatestrut tailight taillamp taillight taillights take takeoff tan tank tappet tcm telescopic temp temperature ten tensioner
    terminal tested tether textured the thermistor thermostat thermostatic thermostats third thread threshold throttle throwout thrust tie
    tierod timing tint tinted tip tire tires to toe ton tonneau tool toolbox top tophat topmount torque torqueconverter torsion torx tough tow
    towball towbar tower towing tpms tps track trackcontrol trackrod trailer trailing trans transfer transferbox transmission transmissions
    transparent transponder transponders tray trim trims triple truck trunk tube tubes tubular turbine turbo turbocharger turn tuv tweeter twin
    type tyre tyrepressure tyres u ujoint unboxed undercarriage unit universal unpainted upgrade upholstery upper uprated upstream urea urethane
    us usa usb used vacuum valance valve valvebody valves valvestem van vane vapor vat vehicle vehicles velour vent ventilated version vibration
    adjustment brazing canbus error number screw smd view vinyl viscous visor voltage volts vvt w warning warranty washer washerjet washerpump washers wastegate water watercooled waterproof
    waterpump watts wear weather weatherproof weatherstrip weatherstripping wheel wheelarch wheelbolt wheelhouse wheelhub wheelnut wheels
    wheelspeed wheeltrim white wht winch window windowmotor windowswitch windscreen windshield wing wingmirror wiper wiperarm wiperblade
    wipermotor wipers wire wires wiring wiringharness wishbone with without woodruff working works woven xenon year yellow yoke your zinc`,
  de: `
    abdeck abdichtung abgas abholung ablage abschlepp absorber abstand achs achse achsen achsschenkel adapter aggregat airbag aktivkohle alarm
    altern altteil aluminium am ampere an anbau anhang anlage anlass anlaufscheibe ansaug anschlag anschlus antenn antrieb anzeige arm armatur
    aschenbecher aufbau aufhang aufkleber aufnahme aus ausbau ausen ausgleich auslass auspuff ausruck ausrueck aussen ausserhalb austausch
    autobatterie automatik autoteil axial backen bajonett balg band batterie bausatz becherhalter becken bedien befestig behalt beheiz beide
    beidseitig beifahrer beifahrertur beim belag belage beleucht beleuchtung belt beluft benzin bezug bezugsset blatt blech blende blink block
    bodenmatte bolzen bord bordcomputer brems bremsbacken bremse bremsflussigkeit bremssattel brennraum bronze brucke buchse bugel chrom
    dachreling dachtrager daempf dampf das deckel dekor der des diagnose dicht dichtung die diesel differential differenz domlager doppel drahl
    dreh drehmoment drehzahl dreieck drossel druck druckdose duese duse dusen eckig edelstahl ein einbau eine einem einen einer einfull einheit
    einlage einlass einspritz einstieg eisen elastisch elektr elektrisch elektronik elektronisch element emblem endschall endstuck entluft
    entriegel entwasser erneuert ersatz ersetzt erstausruster erweitert fach fahrer fahrertur fahrwerk fahrzeug faltbalg faltenbalg fanfar farbe
    feder federbein federn fein felge fenster fensterheber fernbedienung fertig feststell fett feuchtigkeit filter filz flach flansch flexibel
    flexrohr flugel flussig forder freilauf frontgrill frontscheib frontschurze frontspoiler frontwischer frost fuhler fuhrung fullstand fullung
    fur fus fussraum garantie gas gaszug geber geberrad gebl geblase gebraucht gehaeuse gehaus gelb gelenk gelenkwelle gelocht generaluberholt
    generaluberholung generalueberholt generator gepack gepackraum geprueft gepruft gereinigt geschlitzt geschwindigkeit gestange gestrahlt
    getoent getont getrankehalter getriebe gewartet gewebe gewicht gewinde gitter glanz glas gleichlauf gluh gluhbirne grau griff grill grose
    gross grun grundiert gummi gurt gurtstraffer guss halt halter halterung hand handbrems handschuhfach haube hauptbrems hauptlager
    hauptscheinwerf hebel heck heckklappe heiz heizung heizungsregelung herstell himmel hinten hinter hitze hoch hochdruck hochwertig hohen
    hohenverstellung hohl holz hub hupe hutablage hydraul hydro im impulsgeber induktiv inkl inklusive innen innenausstattung innenraum
    instrument intervall isolier isolierung kabel kabelbaum kaltemittel kaltstart kanal kante kappe kardan karosserie kasten katalysator kegel
    keil keilriemen kennzeichen keramik kerze kette kilometer kipp kissen klappe klarglas klebe klein klemm klima klimakondensator klopfsensor
    klotz knarre knopf kofferraum kohle kohlefaser kolben kombiinstrument komfort kompakt kompatibel komplett kompress kondens konsol kontakt
    kontroll konus kopf kopfraum koppel kopplung korb korper korrosion kotflugel kraft kraftstoff kranz kreuz krummer kuehl kugel kugelkopf kuhl
    kuhler kuhlwasser kulisse kunstleder kunststoff kupfer kupplung kupplungskit kurbel kurz lack lackiert ladedruck ladekante ladeluft lader
    laderaum lager lagerung lagerware lambda lampe lang langlebig lastwagen laufer laufrichtung leder leer leerlauf lehne leicht leist leistung
    leitung lenk lenkrad lenksaule lenkstockschalter lenkung leuchte licht lichtmasch lichtmaschine liefer lieferbar lieferumfang links
    linkslenk loch lochkreis luefter luft luftfederung luftfilter luftmass luftmassenmesser luftung magnet manschette markise maske masse massiv
    material matte mechanisch mechatronik mehrteilig membran messer messing metall metallisch meter mischklappe mit mittel modul monat montage
    montagepaste motor motorhaube motorlager motorraum muffe multifunktion mutter nabe nachgeschaltet nachrust nachrustung navigation nebel
    neben nehmer neu neuware neuwertig nieten niveau niveauregulierung nocken nockenwelle nummernschild oben obere oder oel ohne ol olablass
    oldruck olfilter olkuhler olpumpe olwanne optik orange original originalverpackt paar paket parabelfeder parkhilfe parksensor partikel
    passend passform passgenau pedal pendel pfand plakette plane platte pleuel poliert pollen polster poly positions profil prufung pumpe punkt
    qualitat querlenk querstrebe rad rader radhaus radhausschale radio radkasten radlager radlauf rahmen rahmenlos rampe raste rechnung rechts
    rechtslenk recycling reflektor regel regenerier regensensor regler reibbelag reibung reifen reihe reinig reparatur reparaturset riemen ring
    rippen ritzel rohr rolle rotor ruck ruckfahr ruckfahrkamera ruckgabe rucklauf ruckleuchte rucklicht ruckwand rueck rund rusfilter rutschfest
    sack sattel satz sauerstoff saug schalen schall schalld schalt schalter schaltknauf schaltung scharnier scheib scheinwerf schelle scheuer
    schiebe schiebedach schiebetur schild schlauch schlauche schleif schlepp schliess schlieszylinder schlos schloss schlusel schlussel
    schlussleuchte schmal schmier schmutz schmutzfanger schnell schraege schrage schraub schurze schutz schwarz schwarzmatt schwell schweller
    schwing schwung schwungrad seil seilzug seite seitenmarkierung seitlich sekundarluft sensor servo set sicherheit sicherung silber silikon
    simmer simmerring sitz sitzgestell skala sockel sofort sonde sonnenblende sonnenschutz sortiment spann spanner spannungsregler speiche
    spiegel spiel spoiler sportauspuff spritz spule spur spurstange stab stabilisat stabilisatorstrebe stahl stahlflex stand stange starr
    starter stator staub steck steckdose stecker steinschlag stell stern steuer steuergerat steuerkette steuerzeiten stickoxid stift stirn stoff
    stosdampf stose stosfang stoss stossdampf stossfang stosstang stostang streb streifen stromung stuck stueck stutz substanz synchronring
    system tacho tagfahr tank tasche taste taumel tauschteil technik teil teilig teller tellerrad temperatur tempomat teppich thermo thermostat
    tieferlegung topf torsion trag trager traggelenk traglenk trennnetz trennwand trieb trittbrett trittstufe trockner trommel tuer tur turbo
    turfanger turgriff turschloss turverkleidung typgenehmigt uberdruck uberholt uberlauf ubersetzung ueberholt umbau umlenk umruest umrust
    unbenutzt und unfall ungebraucht ungelocht universal unlackiert unten unterboden unterdruck unterdruckdose untere unterfahrschutz
    unterlegscheibe unterstutz vakuum ventil ventilator ventilschaft verbind verbindung verbreiterung verchromt verdampf verdeck verformung
    vergaser vergleichsnummer verkleid verlanger vermess verpackung versand versandkostenfrei verschleis verschlus verschraub versilbert
    verstaerk verstark verstarkung verstell verstellbar verteil verteilerfinger verzinkt vibration vierkant vierteilig viskose vlies voll von
    vorbau vorder vorderachs vorforder vorgeschaltet vorgluh vorgluhrelais vorne vorrat vorwiderstand wagen wand wander wandler wanne wapu warme
    warmetauscher warn warnkontakt wartung wartungsfrei wasch wascher wasser wechsel wegfahrsperre weis weiss weitere welle werkstatt werkzeug
    wickel widerstand wind windabweiser windschott windschutz winkel winter wisch wischer wischerarm xenon zahn zahnrad zahnriem zange zapfen
    zeiger zentral zentralverriegelung zentrier zier zierleist zigaretten zigarettenanzunder zink zoll zubehor zuend zug zugstreb zum zund
    zundkerze zundspule zundung zur zurr zusatz zuverlassig zweimassen zweiteilig zwischen zylinder zylinderkopf`,
  fr: `
    abaisse ablocage absorbeur accastillage accessoire accoudoir accouplement acier actif actionneur adaptable adaptateur additionnel admission
    aerateur aeration aile aileron airbag ajustable alarme alimentation alliage allumage allumeur alternat alternateur aluminium amortissement
    amortisseur ampoule anneau antenne antibrouillard anticalcaire antidemarrage antidemarreur antigel antipollution antivol appui arbre arceau
    armature arret arrivee articulation aspiration assemblage asservi assise assistance assistee attache attelage autoradio auxiliaire avant
    avec avertisseur axe bache bagage bague baguette balai balais balancier ballast bandeau banquette barillet barre bas basculeur batterie
    bavette becquet bequille berceau bielette bielle biellette bimasse blanc bleu bloc bobine bocal boite boitier borne bouchon bouclier boudin
    boue bougeoir bougie boulon boulonnerie bouton bras brise brosse bruleur buse butee cable cabochon cache cadran cage caisson calage calandre
    calculateur cale calorstat camera cames caoutchouc capot capsule capteur capuchon carbone carburant carburateur cardan carrosserie carte
    carter cartouche cassette catadioptre catalyseur ceinture cendrier centrage centrale centralisation centre ceramique cerclage cercle chaine
    chambre chape charbon charniere chaude chauffage chauffant chauffe chaussette chemise chicane choc chrome cinematique circuit clapet
    clavette clef cles clignotant clim climatisation climatiseur clip cliquet cloche coffre coiffe collecteur collier colonne combine commande
    commodo commune commutateur compatible complet comprend compresseur compteur condenseur conditionnement conducteur conduit confort conique
    connecteur console contacteur contrepoids controle convertisseur coque coquille corps correcteur cote coude coulisseau coupelle couronne
    courroie coussinet couvercle couvre crantee cremaillere creux cric crochet croisillon croix cruciforme cuir cuivre culasse culbuterie
    culbuteur cuve cylindre de debit debitmetre deflecteur degazage degivr demarrage demarreur demontage demultiplicat depoussiere depression
    des deshydratante deshydrateur detachee detecteur detection detendeur deverrouillage diagnostic differentiel diffuseur direction disponible
    dispositif disque disques distributeur distribution doublure du durcie durite eau echangeur echappement eclairage eclaireur eclateur ecran
    ecrou ecusson efficace elargisseur electrique electronique electrovanne electroventilateur embase embleme embout embrayage emetteur en
    encastrement enceinte enjoliveur enroulement ensemble entraxe entretien entretoise envoi epaisseur equerre equilibrage equipement essence
    essieu essuie et etancheite etat etoile etrier evaporateur excentrique expansion exterieur extracteur fabrication fabrique facture faisceau
    fermeture feu feux filet filetage filtrant filtre fixation fixe flasque flexible fonction fonte fourche fourchette fourniture fourreau frein
    freinage freins froid fumee fusee fusible gache gaine galet gamme gants garanti garde garniture gaz generateur geometrie gicleur glace
    glissiere gomme gonds goujon goupille graisse gratuit grille gris guide guidon habillage habitacle hauban haut hauteur hayon helice
    helicoidal homocinetique homologue hotte housse huile hydraulique idler immatriculation impulsion incluse indicateur inductif induction
    inferieur injecteur injection inox insert insigne insonorisant installation instrument intercooler interieur intermediaire interne
    interrupteur isolant jambe jante jauge jaune jeu jeux joint jonc jonction joue jumelle jupe kilometre kit la laiton lame lampe lanterne lave
    le lecteur les leve levier levre liaison ligne limiteur livraison longeron longue lot lubrifiant lumiere lunette machoire magnetique main
    maitre malle manche manchon manivelle manometre marche marchepied marque masse masselotte mastic materiau mecanique mecanisme mecatronique
    membrane meneur mesure metal metallique modele module molette mollette monobloc monogramme montage moquette moteur motoventilateur moulure
    mousse moyeu multifonction neiman nettoyage nettoyant nettoye neuf neuve niveau noir nourrice noyau occasion optique orifice origine ou
    outillage ouverture packaging paire palier palonnier panneau papillon pare parebrise parfait parleur paroi particule partie passage passe
    pates patin patte pedale pedalier peinture percee peripherique petit phare piece pieces pignon pince pipe piston pivot plafonnier plage plan
    planche plaque plaquette plaquettes plastique plateau platine pliable plongeur plot pneu pneumatique poche poignee polie pommeau pompe porte
    portiere position poudre poulie pour poussoir precable prechauffage prechauffe preleveur pression pressostat pretensionneur prise
    professionnel profil projecteur propulsion protection puissance pulseur purge qualite quasi queue rabattable raccord radiateur rail rallonge
    ramasse rampe rappel recepteur recharge reconditionne recuperation reducteur reference reflecteur refrigerant refroidissement refroidisseur
    reglable reglage regulateur regulation relais renforce renfort reniflard reparation repartiteur repartition repetiteur repose reservoir
    resistance ressort retenue retour retro retroviseur revetement revision rideau rigide rivet robinet rondelle rondes rotule roue rouge
    roulement rupteur sableuse salissure sangle sans satellite secheur securite segment selecteur sellerie separateur serrage serrure servofrein
    siege sigle signalisation silencieux silentbloc silicone simple socle soleil sonde sortie soudee soufflante soufflet soupape soute spirale
    spoiler stabilisateur stabilisatrice stator stock stop suie superieur support suspension suspente synchro synchroniseur systeme tableau
    tablette tablier tambour tapis tapisserie taquet tarage telecommande temoin temperature tendeur tension teste tete thermique thermocontact
    thermoplastique thermostat tige timonerie tirant tirette toile toit tonne torsion tourillon tournant traction train traitement transmission
    transpondeur transversal trappe tres treuil triangle tringle tringlerie troisieme trou tube tubulure turbine turbo tuyau unite universel
    usage usure valve vanne variable vase ventilateur ventilation ventile verin verni verre verrine verrou verrouillage version vidange vide
    vilebrequin visco viscocoupleur visserie vitrage vitre voile volant volet voltmetre volume voute voyant wastegate`,
  pl: `
    lak kotwicz rdzy sztyc waz
    adapter akcesori akumulator alternator alufelg aluminiow amortyz amortyzator anten antykoroz aparat atest atrap bagaznik bagnet bak bardzo
    bateri beben bebn belek belk bezobslug bezp bezpiecznik bial bieg blachar blok blokad blotnik blyszcz bocz boczn bok bolc bolec brazow
    brelok butelk butl calow cegiel cena centralka centraln ceramiczn ceramik cewk chlapacz chlodnic chlodz chrom chwyt ciagl cieczy cieg ciegn
    cieple cieplo cinien cisnien cofania cokol cyfrow cylind cylinderek cylinderk czarn czastek czastk czerwon czesc czolow czujka czujnik
    czyszcz dach dekiel dekor dekoracyj demontaz deska deski diagnost dioda dla dlawic dlug dmuch dmuchawe dmuchawy do dobry docisk dodatk
    dokladk doln dolny dolot dostaw dostepn drazek drazk drewn drogow drutow drzwi duz dwuczes dwumas dwumasowe dyfer dyferencjal dyfuzor
    dystans dysz dywanik dziennych dzwig dzwignia dzwon ekran elastycz elektr elektron elektroniczn elektrozawor elektryczn element emblemat
    energi eurp ewaporator fabrycz fabrycznie fabrycznych faktura fartuch felg filtr folia fotel frezow gabk galk galw gaz gaznik gazow geometr
    gietk gladk glosnik glowic glown gniazd gora gorn gotow grafitow grill grub gruszk grzal grzejnik grzybek gum guma gumow gwar gwaranc gwiazd
    gwint gwintowan hak haka haldex halogen hamowan hamulc hamulcowych hamulec harmon holownicz hydraul hydrauliczn idealn imbus immobil indukcyj instal
    instalacj intensyw intercool isker iskra jakosc jarzm jazdy jednoczes jednomas jonizat kabel kabin kabinowy kable kanal kanapa kanapy
    kapselek kaptur karbon kardan karoser karton kaseta katalizat kier kierow kierownic kierunk kierunkowskaz klakson klamk klamka klap klapa
    klaps kli klim klimatyzacj klin klipsy kloc klock klocki klodk klosz klucz kluczyki kol kola kolanko kolcow kolek kolektor kolnierz kolo
    kolumn komora kompl komplet kompresor komputer koncow koncowk kondens konektor konserwac konsol kontrol koparka kopulk korb korbowod korek
    korona koronk korozj korpus kosmetyk kostk kosz krancow kratka kratki krociec krotk krzywk krzyz krzyzaka ksenon kulk kulow kurtyn kwadrat
    laczen lacznik lagodn lakier lambda lamel lamp lampa lancuch latark lewa lewarek lewarka lewostron liczba licznik linek link linka list
    lista listwa loz lozen lozysk lozyskiem luster lusterk maglownic magnet magnetycz magnetyzer malow manetk mankiet manszet mapsensor masa
    mask maskownic masow mata matow maty mcpherson mechan mechanicz mechanizm mechatronik membran metal metaliczn metalowo miarka miech miedz
    miedzian miernik mieszek mieszk mijania mikro misk miska mlotek moc mocn mocow mocowania modul montaz mosiez most mostek motor motoryzac na
    nacinan nadkol nadwoz nagrzewnic naklad naklejk nakret naped napedowa napedowego napin napinacz napraw narzedz nastaw nastawnik natychmiast
    nawiercan nawiew nawigac niebiesk nierdzew nisk niskocisn nity nowa nowe nowka nowosc nowy nozyk numer obciaz obejm obrecz obrot obrotomierz
    obrys obudow obwod ochron oczko od odboj odbojnik odciag odcinek odlew odma odmy odporn odpow odpowiednik odpowietrz odpowietrznik ogranicz
    ogranicznik ogrzewan ogumien okap okien oklad okladzin okno okragl olej olejow oleju opakow opakowanie opask opona opony opornik oprawk
    optyk oraz organizer orginal orurow orygin os osi osiow oslon oslona osuszacz oswietlen otworu oznaczen paczka pakiet palec paliw paliwa
    palnik panel panewk para parkowan parownik pary pas pasazer pasek paska pasow pasta pedal perforow piankow piast piasta pierscien
    pierscieniowy pior pioro plask plastik platyn plecion plomb plyn plyt plywak poczatk pod podczas podgrzewacz podgrzewan podkladk podloga
    podlogow podlokietnik podloz podluznic podnos podnosnik podnoszen podpor podporkow podstaw podsufitk podswietlen podszyb podtrzym poduszk
    podwojn podwoz podwyzsz pokrow pokryw polaczen polautomat polerow polka polkow polos polosiow polox pomp pompa popielnicz poprzecz popychacz
    porecz postojow poszerz powietrza powietrzn powlok pozycyj prad pradnic praw prawa profesjonal profil prog progowe prosto prostownik prosty
    prowad prowadnic prowadz przeciwmgiel przedluz przegub przekaz przekladn przekladniow przelacz przelacznik przelot przeniesien przeplyw
    przeplywomierz przepustnic przesuw przetestowan przetwornica przewod przewodzik przod przycisk przyczep przykrec przyrzad przyspiesz pulap
    puszk pylow radio radioodtwarzacz rama ramie ramienia ramion ramk rdza recyrkul reczn recznego redukcj reduktor refleks reflektor regener
    regeneracja regenerowan regul regulacj regulator regulowan relingi remont reparatur rezonator rezystor robocz roleta rolety rolk rolka rowek
    rownoleg rozbiork rozdzielacz rozdzielcz roznicow rozpor rozprez rozrusz rozrusznik rozrz rozrzad rozrzadu rur rura rurka rurki sadz
    samochod schladz schowek schowka sciagacz sciana sciern sejf serwis serwo siatk siedzen silentblok silikon siln silnicz silnik silow
    silownik simering skladan skok skor skorzan skraj skraplacz skretn skrzyn slizg smarow solar solid sonda sondy spalania spalin spalinowy
    spaw specjal spinka spiral spoilery spojler sprawdzon sprawn sprezark sprezyn spryskiwacz sprz sprzegl sprzezyn srebr srednic srodek srodkow
    srub sruba stabil stabilizat stabilizatora stacyjk stal standardow stare statecz sterow sterowanie sterownik stojak stop stopk stozk stron
    strona strumien stuk swiatel swiatl swiec swieca sworz sworzn swozn sygnal symetr synchronizat system szary szczek szczelin szczelnosc
    szczotk szerok szkl szklo szpachl szpilk sztuk szyb szyba szyna szyny tabli tapicer tarcz tarcza tarcze tasma teflon teleskop temperatur
    term termiczn termostat testowan tlen tloc tloczek tloczki tloczkow tlok tlokowe tlum tlumik toczen torebk torsyj trojkat trzpien trzymak
    tulej tuleja tuningow turbin turbo twarda tworz tyl uchwyt udarow uklad uniwersal uszczel uszczelniacz uszczelnienie uszkodz uzebi uzyw
    wahac wahacz wal walek walk walu warstw wartosc wciskan wdmuch wegl wentyl wentylator wentylowan wewnetrzn wez wezownic wezyk wiaz wibrac
    widelk wieloklin wielorow wirnik wiskotyczn wiskoz wklad wkladk wkret wlacznik wlew wloskow wlot wnetrz wod woda wodny wodoodporn wody
    wspolpracuj wspomag wspomagania wspornik wszystk wtrysk wtryskiwacz wtyczk wtyk wulkaniz wybierak wyciag wycierac wycieracz wyciskow wydajn
    wydech wydechowy wykladzin wylacz wylot wymian wymiar wymienn wymiennik wyposaz wyrownaw wysok wysprzegl wysuw wyswietl wysyl wysylamy
    wzmacn wzmacnian wzmocn wzmocnion zabezpiecz zacis zacisk zaciskowy zaczep zaglowek zaglowki zakonczen zakretk zalacz zamachow zamek zamien
    zamiennik zamk zapalan zapalow zaparow zapasow zaplon zaplonnik zarnik zarow zarowk zasilac zasilan zaslep zatrzask zawias zawiesz zawieszen
    zawleczk zawor zbieznosc zbiornicz zbiornik zderzak zebat zebow zegar zeliwn zelow zespol zestaw zewn zewnetrz zgarniacz zgrzew ziel zimow
    zlacz zmiany znaczek znaczki zolt zuzycia zuzyciem zwijacz zwojow zwrot zwrotnic zyrol`,
  it: `
    terzo ultrason
    abbaglianti abitacolo accendisigari accensione accessori acciaio accoppiamento acqua adattatore additivo aderenza adesivo aerazione
    aerodinamic affare aggancio airbag albero alettat alette alettone alimentazione allargatori allarme alloggiamento alluminio alternatore
    alternatori altoparlante altoparlanti alza alzacristall alzavetr ammortizzat ammortizzatore ammortizzatori ampolla anelli anello antenna
    anteriore anticalore anticongelante antifurto antigelo antinebbia antiparticolato antirollio antirumore apertura aperture appoggiabraccio
    appoggiatesta arco aria arresto articolazione ascensore aspirazione aspirazioni assale assetto assieme assorbitore asta asticella astina
    astucci attacco attivi attivo attuatore attuatori ausiliari autoadesivo autoradio autoveicoli autoveicolo autovettura avviamento avvisatore
    avvolgitore baffati baffato bagagliaio bagnato barra barre batteria batterie baule biadesivo bianca bianco bicchierini biella bielle
    bielletta biellette bilanciere bilancieri bimassa blocca blocchetto blocchi blocco bobina bobine bocchett bocchettone boccola boccole
    bombata bombola borchia borchie bordo bottone braccetti braccetto bracci braccio bracket bronzin bronzo brugola bulbi bulbo bullone
    bulloneria bulloni cablaggi calamita calcio calettata calore calotta calotte cambi cambio camma camme campana campanatura canale canalizzat
    candela candele candelett cannello cannotto capo cappelliera cappuccio carboni carburante carburatore carcassa cardanico cardano carena
    carenatura carrello carrozzeria carter cartone cartuccia cassetta cassone catadiottro catalitico catalizzatore catalizzatori catena
    catenaccio catene caucciu cavi cavo centrale centralina centraline ceramica ceramici ceramico cerchi cerchione cerniera cerniere chiave
    chiavetta chiavi chiodo chiusura chiusure cicalino ciglio cilindretti cilindretto cilindri cilindro cinghi cinghia cintura cinture clacson
    clima climatizzatore clip cofani cofano coibente collare collaudato collettore collettori collo colonna colonnetta colonnette colore comandi
    comando commutatore compatibile compatibili compensatore completa completo comprensiva comprensivo compressore compressori con condensatore
    condensatori condizionamento condizionata condizionatore condizioni condotti condotto confezione coni coniuge connettore connettori consegna
    consumo contachilometri contagiri contatti contatto contenitore contrappeso controllo contropiastra conversione convertitore convogliatore
    coperchio copertura coppa coppe coppia copri corda cordone cornice corpo correttore corriere corto cremagliera cric cristalli cristallo
    crocera crociera crociere cromata cromate cromato cruscotto cuffia cuffie cuneo cuoio curva cuscinett cuscinetto cuscini cuscino dadi dado
    debimetri debimetro deflettore deflettori degasatore densit dentata depressione depressore destra devio devioluci diaframma diagnostica
    diametro difettoso differenziale differenziali diodi direzionali direzione disaccopp disaeratore discesa dischi disco disidratatore
    disponibile disponibili dispositivo distanziale distanziali distanziatore distributore distribuzione doppia doppio durata elastica elastiche
    elastici elastico elettr elettric elettroiniettore elettropompa elettrovalvola elettroventola elettroventole emblema entrata equilibratore
    esente espansione essiccatore estensione esterna esterni esterno estrattore etichetta evaporatore fanale fanali faretti faretto farfalla
    fari faro fasce fascetta fascette fascia fasi fattura fendi fendinebbia ferodi ferodo ferro fianchetto filettato filettatura fili filo
    filtrante filtri filtro finestrini finestrino fissa fissaggi flangia flauto flector flessibile flessibili fluido flusso fodera fodere fondo
    forata forati forato forcella forellati fori fornitura foro frecce freccia fregi frenante frenata frenatura freni freno frigorifero frizione
    frizioni fulcro fumo funzion funzionante funzionanti fuselli fusello fusibile fusibili fusibiliera fuso galleggiante galoppino galvanizzato
    ganasce ganascia gancio garanzia gemelli generatore geometria ghiera ghisa giallo giro giunti giunto giuntura goccia gomito gomma gommapiuma
    gomme gommini gommino gradi grado graffetta grasso gratuita gratuito grigio griglia griglie gruppo guaina guarnizione guarnizioni guida
    guide guscio idraulico idrogeno idroguida illuminazione imballaggio imballo imbottitura imbuto immediata immobilizer impermeabile impianti
    impianto incidentata inclinazione inclusi incluso indicatore indicatori indurito induttivo inferiore infrarossi ingranag ingranaggio
    ingresso iniettore iniettori iniezione innesti innesto inox insegna inserto insonorizz integrale interasse intercambiabile intercapedine
    intercooler interna interni interno interruttore interruttori inverno iridio isolante kit lambda lamiera lamierino lamina lampada lampade
    lampadin lampeggiante lampeggiatore lampeggio laterale laterali lato lava leggero lente lenti leva levatoio leve leveraggi levetta liquido
    livello longherone lubrificante lubrificazione lucchetto luce luci luminoso lunga lungo lunotto macchina magazzino maglia magnete magnetico
    manicotti manicotto maniglia maniglie maniglione mano manometro manopola manopole manutenzione marca marce marcia marmitta marmitte
    martinetto mascherina mascherine massa materiale mazzetta meccanica meccanico meccanismo membrana mensola mensole metalliche metallico
    metallo minigonne miscelatore misuratore modanatura modanature modulo molla molle molleggiato molleggio monoblocco montaggio montante
    montanti morsa morsetti morsetto motore motori motoriduttore motorino mozzi mozzo multifunzione multimediale nastri nastro navigatore nera
    neri nero nottolino nucleo numero nuova nuovi nuovo occhiello offerta olii olio ombra omocinetico omologata omologato opaco originale
    originali oscillante oscillanti ottica ottico ottime ottimi ottimo ottone pagamento paia paio paletta palo palpebra pannelli pannello panno
    parabola parabrezza paracolpi parafanghi parafango parafiamma paraolio parapolvere parasassi parasole paraspruzzi paraurti parcheggio pari
    parte parti particolato passacavo passanti passaruota passeggero pasta pastello pasticca pasticche pastiglia pastiglie pattini pattino
    pedale pedali pedaliera pedana pelle pellicola per percussore perfette perfetto pernetto perni perno pescante pezzi pezzo piantone piantoni
    piastra piastre piastrina piatto piccolo piede pieno pinza pinze piolo piombo pista pistoncino pistone pistoni pivot plafoniera plancia
    plastica plastiche platino pneumatici pneumatico poggiatesta poliuretano polmoncini polmoncino polmone polverino polverizzatore pomelli
    pomello pompa pompante pompe pompetta ponte porta portabagagli portabici portaoggetti portapacchi portatutto porte portellone portiera
    portiere posacenere posizione posteggio potenza potenziato predisposto prefiltro premistoppa presa prese pressione pressostato prestazioni
    prezzo prigioniero primario profili profilo profumo proiettore proiettori prolunga protettore protezione protezioni provenienza puleggia
    puleggie pulsante pulsanti pulsantiera puntale punteria punterie puntone punzon quadrante quadri quadro qualit racc raccordi raccordo
    raddrizzatore radiatore radio raffreddamento rail rame raschiaolio recupero reggi reggispinta registro regolabile regolabili regolatore
    regolatori regolazione relai rele relè resina resistente resistenza reso retina retro retronebbia retrovisore retrovisori revisionata
    revisionato ribaltabile ribassata ribassato ricambi ricambio ricircolo ricondizionato riduttore riduzione riflettente rifrangente rigati
    rigenerata rigenerati rigenerato rinforzata rinforzato rinforzo rinvio riparazione ripartitore ripartizione ripiegabile riscaldamenti
    riscaldamento riscaldata riscaldato ritorno rivestimento rodato rondella rondelle rosso rottura rotula rulli rullo ruota ruote saldato
    salita satellite satelliti scambiatore scanalati scanalato scarichi scarico scarpa scatola scatoletta schermo schiuma scivolo scocca sconto
    scorrevole scritta scritte sedile sedili segmenti segnale selettore selettori sella semiasse semiassi semiluc semisupporto sensore sensori
    senza separatore serbatoi serbatoio serie serpentina serratura serrature servizi servo servofreno servosterzo sfera sfiatatoio sfiato
    sicurezza sigillante silent silenziatore silenziatori silicone simmering simmetrico sincronizzatore singola singolo sinistra sintetico
    sirena slitta smontaggio smontata smontato smorzatore snodato snodi snodo soffietti soffietto soglia sole sollevamento sonda sonde
    sospensione sospensioni sospeso sottoporta sottoscocca spazzola spazzole specchi specchietti specchietto specchio spedizione spedizioni
    spessore spessori spia spillo spina spingi spinotto spinterogeni spinterogeno splendido spoilers sportello sportiva sportive sportivi
    sportivo spruzzatore spurgo stabilizzatore stabilizzatrice staffa staffe stagno stantuffo statore stelo stemma stemmi sterzante sterzi
    sterzo stop striscia strumentazione strumenti strumento stufa superiore supporti supporto surriscald tachimetro taglio tamburi tamburo
    tampone tanica tappeti tappi tappo targa targhe tassello tela telaio telecamera telecomando telescopico temperatura tendi tendicinghia
    tenditore tenditori tensione tenuta tergi termica termico terminale terminali termointerruttore termoplastica termostati termostato tessuto
    testa testina tetto tettuccio tirante tiranteria tiranterie tiranti toroidale torsione traino traliccio trapezio trasmettitore trasmissione
    trasparente trasponder traversa traverso trazione triangoli triangolo tromba tubazione tubazioni tubetto tubi tubo turbina turbo ugelli
    ugello unghia usata usato uscita usura utensile valvola valvole vano vapori vaporizzatore variabile variatore vasca vaschetta vaschette vaso
    veicoli veicolo ventilata ventilati ventilato ventilazione ventola ventole verde vernice vernici verniciare verniciato vetri vetro
    vibrazioni viscos viscostatico visiera vite viteria viti volani volano volante volanti volumetrico xeno zavorra zincato zoccolo`,
  es: `
    neblinero calavera
    abatible abombado abrazadera accesorio accionamiento aceite acelerador acero acondicionado acoplamiento acople activado actuador adaptador
    adhesivo aditivo admision adorno aforador agarre agua agujero airbag aire aisladora aislante ajustable ajuste alambre alarma aleacion aleron
    aleta alfombra alfombrilla alimentacion almohadilla alojamiento alta altavoces altavoz alternado alternador alto altura aluminio alza
    alzacristal alzador alzalunas amarillo amarre amortiguacion amortiguado amortiguador amortiguadores ampolla anagrama ancho anclaje anillo
    antena anticongelante antiniebla antirrobo antivibracion apagado aparcamiento apertura apoyabrazos apoyo aprieta arana arandela arbol arco
    armadura armazon arnes arrancador arranque arrastre articulacion articulado asas asiento asistente asistida aspa autorradio auxiliar avisador baca
    bajo balancin balata baliza ballesta balona bancada banco banda bandeja bano barra barrera bateria baul bendix biela bieleta bieletas
    biellas bimasa bisagra blanco blindado bloque bobina bocina bola bolsa bomba bombilla bombillo bombin borne botella boton brazo brida bronce
    buje bujia bujias bulbo bulon bumper caballete cabecera cabezal cabina cable cableado cadena caja cajetin calandra calcomania calefac
    calefaccion calefactor calentador calibre calidad caliente caliper calzo camara cambio camisa campana canalizacion canister capo captador
    capuchon carbon carburador carburante carcasa cardan carga carril carrocera carroceria carter cartucho casco casquillo catalitico
    catalizador caucho caudalimetro cenicero centrador central centralita centro ceramica ceramico cerradero cerradura cerrojo chapa chasis
    chaveta chicote chollo chorro cierre ciguenal cigueñal cilindrico cilindro cinta cinturon clausor clavija claxon climatizacion climatizador
    cobre coche cocuyo cofre cojin cojinete cola colector collarin columna columpio comando combustible compatible completa completo compresor
    comprobado compuerta con concentrico condensador conducto conector conexion conico conjunto conmutador cono consola consumo contacto
    contenedor contrapeso control convertidor copela cordon correa correas corredera cortavientos corto cremallera cristal cromada cromado
    cruceta cuadrado cuadro cuarto cubierta cubo cubre cuchilla cuello cuenta cuentakilometros cuentarrevoluciones cuerda cuero cuerpo culata
    culatin cunas dado damper debimetro defensa deflector delco dentada deportivas deportivo deposito depresor derecha derivabrisa derivacion
    desague desgaste desguace deshidratador desmontado despiece desplazamiento detector devolucion diafragma diagnostico diametro diferencial
    difusor diodo direccion direccionales dirigida disco discos disipador disponible dispositivo distancia distribucion distribuidor doble
    dosificador duradero dureza ecualizador efi ejes elastica elastico electric electrobomba electronico electrovalvula electroventilador
    elevacion elevador elevalunas embellecedor emblema embolo embrague empacadura empaque empujador empuñadura encendedor encendido enchufe
    enfriador enganche engranaje engrase enlace ensamblado ensamble entrada entrega envio equipamiento equipo escape escobilla escobillas esfera
    esferica esmerilado espaciador espadin esparcidor esparrago especial espejo espiga espiral espoiler espuma estabilizador estabilizadora
    estado estanco estriado estriberas estribo estructura evaporador excentrica exhaust expansion exterior extractor fabricado fabricante
    factura faja faldilla faldon fanal faro faroles faros fascia fija fijacion filtrante filtro filtros flauta flexible flotador flujo foco
    forrado forro frenada freno frenos fuelle fuerte funcionando funda fusible fusilera gancho garantia garra gases gato gemela generador
    geometria giro globo golpes goma gomas gomita grapa grasa gratis gratuito gravedad grifo gris grupo guantera guardabarro guardabarros
    guardafango guardapolvo guarnecido guia habitaculo hembra hermetico herraje herramienta hidraulica hidraulico hierro holgura homocinetica
    homologado horquilla hueco hule humo iluminacion imantado impulsor incluido incluye indicador indice inductivo inferior inmediata
    inmovilizador inoxidable inserto insonorizante instalacion instrumentos intercalado intercambiables intercambiador intercooler interior
    intermitente interruptor invierno inyeccion inyector inyectores iridio izquierda jaula jebe juego junta juntas kit laca lado lambda lampara
    lateral latiguillo laton lavador lavafaros lavaparabrisas letrero levanta levas libre licuadora liga limitador limpia limpiador
    limpiaparabrisas limpieza liquido liston llanta llave lona longitud lubricante luces luna luneta lunotto luz macho maletero mando maneta
    manga mango manguera mangueta manguito manija manilla manivela manometro marcha marco mariposa martillo masa mascara matricula maza mazo
    mecanica mecanico mecanismo mechero medidor membrana mensula metal metalico mezclador modulo moldura montado montaje mordaza moto motor
    motores movil muelle muelles multifuncion multimedia munon naranja negra negro neumatico nivel nucleo nueva nuevo numero obturador ocasion
    odometro oferta oido ojal optica orificio original oring oruga oscilante oxigeno palanca paleta palier panel paquete para parabrisas
    paracaidas parachoques paragolpes parasol pare parrilla parte particulas pasador pasajero pasarueda paso pastilla pastillas patas patin
    pedal pedalera pegatina pelicula pera perfectas perfecto perfil perforado perilla perno peso pestillo petaca piel pieza piezas pila piloto
    pilotos pinon pintado pintura pinza pistola piston pistones pivote placa plafon plana plancha plastico plateado platillo platino plato
    plegable pletina polainas polea polen poliuretano polvo pomo porta portabici portaequipajes portaesquis portaetiquetas portalon portaobjetos
    porton posicion potencia precalentador precalentamiento precamara prefiltro prensa presion presostato pretensor primario probado procedente
    profesional programado prolongador proteccion protector puente puerta pulido pulsador pulsera punta puntera purgador quemador radiador radio
    ramal ranurado rascador rayado recambio recipiente reconstruida reconstruido rectificado recto redondo reductor reforzada reforzado
    refrigeracion refrigerante refuerzo regenerado regulable regulador reja rejilla rele relevador remache remolque rendimiento reparacion
    repartidor repisa reposabrazos reposacabeza repuesto resistencia resonador resortes respaldo reten retenedor retorno retrov retrovisor
    retrovisores reverso revisado revision rigido rines ring rociador rodamiento rodamientos rodillo rojo rosca rotor rotula rotulas rueda
    ruedas ruido salida salpicadera salpicadero satelite segmento seguridad seguro selector sellado sello semiaxial semieje semirremolque senal
    sensor separador servicio servo servofreno silenblock silenciador silencioso silentblock silicona simetrico simple sin sirena
    sobrealimentador sobremesa soldado solenoide sombrerete sonda sonido soplador soporte soportes sostenedor stock suelo sujecion superior
    surtidor suspension tabique tablero tacometro tacos taladrado taloneras tambor tambores tanque tapa tapabarros tapiceria tapon taque tarjeta
    taza techo tela telescopico temperatura templador temporizador tendido tensor tercera termica termico terminal termocontacto termostato
    testigo tiempo tijera tirador tirante tobera toma tope tornilleria tornillo torreta torsion traccion transmision transmisor transparente
    trapecio trapezoidal trasero travesanos travesaño traviesa trinquete trompeta trompo tuberia tubo tuerca turbina turbo umbral union
    universal usada usado vacio valvula vara variable varilla vaso vastago velocidad velocimetro ventana ventanilla ventilacion ventilada
    ventilado ventilador verde vibracion vidrio viga viscoso visera volante voltaje zapata zapatas zincado zocalo zumbador`,
  brands: `
    barxis bearmach fai smartsense bratford 3rg abe ac acdelco aerotwin airax airtex aisin ajusa akebono alca alco alkar aluron aragon arnott ashika asmet aspl ate atec autlog autofren
    autohak ava ayd banner beck beckarnley bendix beru bga bilstein birth blic blueprint boge borg borgwarner bosal bosch brembo bremi brink bsg
    budweg bugiad buss calorstat cardone carter castrol catalysts caucho cauplas cautex centra centric cepsa champion cifam clean cofap comline
    continental contitech corteco daco daikin dayco delco delphi denso depo detroit dinitrol ditas dolz doria dorman dunlop duralast eibach
    elring elstock enterex erich ert ertl eurol evergreen exedy exide eyes eyquem facet fae fag fai fare febi federal fenno fenox ferodo filtron
    fispa fram frap freccia fremax frenkit frigair fte fuchs gabriel galia garrett gates gatesgsp girling gkn glaser glyco goetze gomet gpd graf
    gsp gspdrive hakpol hans hazell hella hengst hepu herth heyner highway hitachi hoffer holset hutchinson icer ihi ina industry intermotor
    iskra izawit jaeger jakoparts japanparts japko jmj jom jpgroup jrone jurid k&n kale kamoka kautek kavo kawasaki kawe kayaba kilen kkk
    klarius klokkerholm knecht knorr kolbenschmidt koni koyo kraft kyb lauber lemforder lesjofors letrika lighting liqui litens lobro lockheed
    loctite loebro lotos lpr lucas luk magneti magnetimarelli mahle mando mann mannfilter mapco marelli maxgear maxpart maxtech meat mecafilter
    melett metalcaucho metelli metzger mevotech meyle mfilter miba mintex misfat mitsuboshi mobil mobis mogul moly monroe moog mopar motorcraft
    motul mts muller nachi napa narva nationwide neolux nexus ngk nibk nipparts nissens nk nrf nsk ntk ntn nty nural ocap ochsner optibelt
    optimal orlen osram oto otto oximo pagid parts pascal payen petronas phc philips pierburg pipercross pmm pol polcar polmo polmostrow
    powerflex powermax powerstop prasco prestolite pries print purflux q8oils quaro quinton raicam ravenol raybestos reinhoch reinz remsa repsol
    ridex rimorchi rts ruville sachs saleri sampa sasic schaeffler seiko seinsa selenia sidat sidem siemens sil sinter skf snr sofima sogefi
    sonax spidan srl srline stabilus stant stardax stark starline statim steinhof stoptech strongflex superpro suplex suspensions swag swf
    talosa technic technik technix technology tecneco teknorot telpo teroson textar thermotec thule timken tokico tomex tools topran trico
    triscan trw tudor tungsram turborail tyc uac ufi ulo umbra unipoint vaico valeo valvoline varta vdo vehtec vema vemo vernet vibracoustic
    victor vika vogtland vorner wabco wagner wahler walbro walker weitec westfalia wezel wifix wix wynns yamato yenmak yuasa zf zimmermann zkw`,
  cs: `
    alternator baterie brzdovy brzdove cerny chladic cidlo dily dil dvere filtr hadice hlinikove interier kapota kola komplet kompletni kotouc
    kotouce kozeny kryt lozisko motoru naprava naraznik naraznika nahradni nove novy olejovy originalni pneumatiky pouzity prevodovka prodam
    rameno sada sedacka sedacky sedadla sklo snimac spojka startovaci svetlo svetlomet svetla tlumic tlumice tesneni volant vyfuk vzduchovy
    xenonovy zrcatko zarovka`,
  nl: `
    achterlicht behuizing bumper deur deuren dorpel filter gloeilamp grille handvat klapsleutel knop koplamp koplampen kachel luchtfilter
    mistlamp motorkap nieuw nieuwe onderdelen oliefilter origineel remblok remblokken remschijf remschijven ruit ruitenwisser ruitenwissers
    schokdemper schokdempers set sleutel spatbord spiegelglas stuur systeem uitlaat velg velgen versnellingsbak wiellager`,
  fixed: `
    android androidauto carplay conditionne honeycomb horizontal klaxon mesh studded taillight taillights underseat
    agr alu aro aros asa bez came dol duo eje fap fest ham jour lega metr mot oeil ojo par pie plaques plat platin przed rampa resorte rot smar spi
    stan sup taco taques tir tole uhr vis walki`,
} as const

const listed = (languages: readonly (keyof typeof stems)[]) =>
  new Set(languages.flatMap((language) => stems[language].split(/[\s-]+/)).filter(Boolean))
const english = listed(['en', 'brands'])
const inflected = listed(['de', 'fr', 'pl', 'it', 'es'])
const all = new Set([...english, ...inflected, ...listed(['cs', 'nl', 'fixed'])])
const longest = Math.max(...[...all].map((stem) => stem.length))

/**
 * Tells whether a word in small letters without marks is one for a part, which restricts no fit. Words get endings, and German ones are
 * taken apart, but not if they are names of vehicles, too.
 */
export function isPartWord(word: string, isName = false): boolean {
  if (all.has(word)) return true
  if (isName || word.length < 4 || !/^\p{L}+$/u.test(word)) return false
  const singular = /^(.{3,}?)(?:e?s|e?d|ing|ers?|ors?)$/.exec(word)?.[1]
  return (singular !== undefined && (english.has(singular) || english.has(`${singular}e`))) || isMadeOf(word, 0)
}

function isMadeOf(word: string, parts: number): boolean {
  for (let length = Math.min(word.length, longest); length >= 3; length--) {
    if (!inflected.has(word.slice(0, length))) continue
    const rest = word.slice(length)
    if (length >= 4 && rest.length < length && rest.length <= 4) return true
    if (parts >= 4) continue
    for (const joint of ['', 's', 'n', 'en', 'e', 'er', 'es']) {
      if (rest.startsWith(joint) && rest.length - joint.length >= 3 && isMadeOf(rest.slice(joint.length), parts + 1))
        return true
    }
  }
  return false
}
