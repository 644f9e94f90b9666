import { plainText } from '#server/vehicles/vehicle-names.ts'

/**
 * Lists beginnings of words for parts, their features and their sale in each language, without marks; endings may follow. Those of
 * `fixed` take none, for with one they are names of vehicles: `lega` and Legacy. `sr` is Serbian, Croatian and Bosnian, `cs` Slovak, `uk`
 * Russian, too; those in other letters are compared as they sound.
 * Groups of parts in these languages come from Shopify/product-taxonomy:data/localizations/categories,
 * Geometar/automaterijal:src/main/java/com/automaterijal/application/domain/constants/RobaKategorije.java and
 * harunhubljar/autodijelovi-shop:database/seeders/CategorySeeder.php.
 */
const stems = {
  en: `
    faux entertainment
    1st 2nd 3d 3rd 5d abs absorber absorbers abssensor accelerator accessor accessory accumulator active actuating actuator actuators adapt adaptive add
    adblue adhesive adjust adjustable adjustment aerial aero affordable after aftermarket agm air airbag airbags aircon aircooled airdam
    airflow airspring alarm alcantara alignment all allen alloy alternator alternators aluminised aluminium aluminum amber american amp
    ampere amplifier angel angled angular anodised anodized antenna anthracite anti antifreeze antiglare antiroll antisqueal antitheft apex
    applique apply approved apron arb arch are area areas arm armoured armrest arms array artificial ashtray aspherical assembled assemblies assembly
    assist assisted assy athermal attachment attachments authentic auto autodimming autofold automatic automobile automotive aux available
    axle axles back backbox backing backplate backrest backup badge baffle bag bags balanced balancer ball ballast balljoint banjo bank bar
    barb bare bargain base batteries battery battle bay bays bcm bead beads beam bearing bearings beauty bed bedrail bedside bedsides before
    beige bell bellhousing bellow bellows belt beltbuckle bench bent best bezel bezels bi bias bifold bifolding bigend billet bimetal bin
    bixenon black blade blades bleed blemish blemished blend blind blk block blower blowermotor blowers blowoff blue bluetooth board boards
    boat body bodycontrol bodykit bodywork bolster bolt bonded bonnet bonnetstrut bonus boost booster boostpipe boot boothandle bootlid
    bootliner boots bore boss both bottle bottom bottomless bowden box boxes brace bracket brackets braided brake brakediscs brakehose
    brakelight brakeline brakepads brand brass brazing breakaway breaker breakers breaking breather breatherpipe bright bristle broken brown
    brush buckle buffer build builder bulb bulk bulkhead bullbar bump bumper bumpers bumpstop bunch bundle burgundy burn burner bush
    bushings button buyer buyers buzzer by cabin cable cables cabs cage calibration caliper calipers calliper callipers cam camber
    camberbolt camera camsensor camshaft camshafts can canada canard canards canbus cancel cancellation canister cap capa capacitor capless
    capped caps captive car carb carbide carbon carburetor carburettor carburettors care carfit cargo carpet carrier carry carrying cars
    cartridge case cast catalyst catalytic catback catch catcher caution cd cdc ceiling celsius center centercap centre centrebearing
    centrecap centrepipe ceramic certificate certification certified chafe chain chamber channel charcoal charge chassis cheap check china
    chip chipped chips choke chra chrome circlip ckp clad cladding clamp clamps claw cleaners clear clearance clearcoat clevis clip clock
    clockspring clone closed closer closing cloth cloud cluster clutch clutches clutchkit cmp coarse coat code cog coil coilover coilovers
    coilpack coils cold colder collar color colour column combination comfort common compact compartment compatibility compatible complete
    compliant comprehensive compress compressed compressor computer computers concave concealed concentric concert condenser condensers
    condition conditioner conditioning conditions configuration connect connection connections conrod console contact control controls
    convert converter convex conveyor coolant cooldown cooled cooler cooling copper copperwasher core cork corner corrosion corrugated
    cosmetic cosmetics counter coupler coupling courtesy cover covers cowl crack cracked cradle crank crankcase crankpulley cranksensor
    crankshaft crankshafts crash crawler create crimp critical crossbar crossmember crownwheel cruise crush crystal csc cubby cubic cummins
    cup cupholder cupholders cured curled curtain curved cushion custom cutout cutter cutting cv cvboot cvjoint cvt cycle cylinder
    cylinderhead cylinders dab dam damaged dampener dampeners dampening damper dark dash dashboard dashpod day days daytime deal dealer
    dealers dealership debris decal deck decking decklid decor decorative dedicated deep deeper def deflate deflector defogger defrost
    degree delete deletes delivered demister dent dents department deposit depth design designed detachable detail detailing details detect
    device dia diameter diaphragm diff differential diffuser diffusers digital dimensions dimming dimpled dings diode dipstick direct dirt
    disc discharge discontinued dish disk dismantled dismantling displacement display distance distributor distributors diverter divider
    dividers dmf docking dogguard dogleg dome donor donut door doorhandle doorlock doormirror doors dot double dowel downforce downpipe
    downstream dozen dpf dpfsensor drag drain drainage drawbar drier drift drilled drip driptray drive drivebelt driveline driven driver
    drivers driverside driveshaft drivetrain drl drop dropin dropline droplink dropped dropper drum drumbrake drums dry dryer dual dualmass
    duct ducts dumb dummy duplicate durability durable dust dustcover dustproof duty dvd dyed dynamo each ear earth earthing easy ebay ece
    ecm ect ecu edged edging edition edm efb effect effective efficiency efficient egr egrcooler egrvalve ejector elastic elbow electric
    electrical electro electronic electroplated elegant element elevated eliminate eliminator emblem embossed emergency emission emissions
    enamel encased enclosed enclosure encoder end endcap endless endlink ends endurance energy engine engineblock engineering enhanced
    enlarged epa epdm epoxy equalizer equip equipment equipped equivalent erosion error escape european evaporator evaporators exact exactly
    excellent exchange exhaust existing expander expanding expansion extended exterior external extra extreme extruded eye eyebolt eyelet
    eyelets fabric face faced facing factory faded fading failed failure fairing false fan fanclutch fans fascia fast fastener fasteners
    fastenings fault faulty feature features federal feed female fender fenders ferrule few fiber fibre field filled filler filling film
    filter filterhousing filters fin final fine finger finish finished finisher finishing fire firm fish fishing fit fitment fits fitting
    fittings fixed fixing fixings fixture flange flap flaps flare flares flasher flashing flat fleece flex flexi flexible flexplate flip
    float flocked flood floor floormat flow flowmeter fluid fluorescent flush fluted flywheel fm foam fob fobs fog foglamp foglight foil
    fold foldaway folding follower foot footboard footrest footwell for forced fore forged fork formed forming forward found foundation four
    frame frameless free freeflow freewheel freeze freight frequency fresh freshener friction frictional frozen frp fuel fuelcap fueldoor
    fuelpump full fully function functional functions fuse fusebox fuses fusible gaiter gaiters gal galvanised galvanized gapped garnish
    garnishes gas gasket gaskets gasoline gasstrut gate gauge gear gearbox gearknob gearlever gearstick gel generation generator genuine
    genuinely german germany girdle give glass glider glitter gloss glossy glove glovebox glow glowplug gmbh gold golden good gprs gps grab
    grabhandle grade graded grain granite graphic graphics graphite grated grating gravel gray grease greaseable greased great green grey
    grid grill grille grind grinding grip grommet groove grooved grooves ground group groups grp gry gsm guarantee guaranteed guard guide
    gun gunmetal gurney gutter haldex half halfshaft hall halo halogen hammer hammered hand handbrake handgrip handle handlebar handles
    handsfree hanger hangers hanging hard hardened hardware harmonic harness hatch hatchlid haul hcp hd head headbolt header headers
    headgasket headlamp headlamps headlight headlights headliner headliners headlining headrest headunit heat heated heater heaterblower
    heatermatrix heaterresistor heatshield heatsink heavier heavy heel height helical helicoil helper hex hexagon hexagonal hid hidden hide
    hideaway high highest highflow highlight highlights highly hinge hitch hoist holddown holder hole holes hollow holographic home homelink
    honing hood hook hooter hooters horn hose hoses hot household housing housings hp hps hub hubcap hubcaps hubcentric hubs humidity hvac
    hydraulic hydrographic hygiene iac ice icon identical identification idle idler igniter igniters ignition illuminate illuminated
    illuminating illumination imitation immobiliser immobilisers immobilizer impact impeller impellers imperfections import imported improve
    improved improvement improves in inc inch incl inclinometer included includes indicator indicators individual inducer inductive
    industrial inflatable inflator infrared inhibitor initial injected injection injector injectors inlay inlet inline inner innerwing
    innovative insert inside inspect inspected inspection install installation instant instock instructions instrument insulated insulating
    insulation insulator intake intakepipe integral integrated intelligent interchangeable intercooler intercoolers interface interference
    interior interlock intermediate inverter invoice inward iridium iron iso isolation isolator isolators item items jack jam japan japanese
    jaw jdm jet jewel join joined joint joints jounce junction junkyard k03 k04 keep kerb kevlar key keychain keyfob keyless keyring keys
    kick kickstand kill kinetic kit kits knit knitted knob knobs knock knocksensor knuckle knuckles label labels labour lace laced lacquer
    lacquered ladder lambda lamp lamps landing lanyard lash lasting latch latches latchlock lateral latest layer layers lcd lead leaf leak
    leaking leakproof leather leatherette led left leftlower legal length lengthened lengths lens lettered lettering letters level leveller
    levelling lever levers lhs licence license lid lifetime lift lifter liftgate light lighter lightly lights lightweight likely limiter
    limiting line linear liner lines linings link linkage links lip lit liter lithium litre load loadcover loaded loading locating location
    locator lock lockingnut locks lockset logos long longblock longest longlasting longlife look loom loop lot loud louder loudspeaker
    louver louvre low lower lowest lowrider lubricant lug luggage lugs lumbar luxurious machine machined made maf magnesium main mainshaft
    make maker makers making male manifold manual manufacture manufactured manufacturer manufacturers manufacturing map marked marker
    markers marking marks maroon mass mast master mat match matched mate material matrix mats matt matte max maximum measuring mechatronic
    melt melting memory mens metal metallic metric mic micro microfiber microphone mid middle midpipe midsection mile mileage miles min
    minimum minor mint mirror mirrorglass mirrors missing mist mmi mobile mode model models module modules moisture mold molded molding
    moldings momentary monitor month moonroof motor motorsport mould moulded moulding moulds mount mounting mounts movement moving mph mud
    muddy mudflap mudguard muffler mufflers multi multifunction multifunctional multiple multipurpose multirib multispark mute mylar nail
    nameplate narrow natural navi navigation navy nbr nearly nearside neck negative neoprene nerf net network neutral new newest next nib
    nice nickel night nipple nipples nitrile nitrogen noise noiseless nominal non nonadjustable noncontact normal nos nose notch notched nox
    nozzle nsf nubuck number numberplate numbers nut nuts nylon o o2 obd obd2 obdii oblong obs obsolete octane odo odometer oe oem oes of off
    offroad offset ohv oil oilcooler oilfeed oillevel oilpan oilpressure oilpump oled olive on onboard only opaque open operated operating
    operation optics option optional options orange orifice original orings oscillating outboard outdoor outer outlet output outside outward
    oval oven overall overflow overhaul overhead overlanding overlay overrider overriders oversize oversized own oxidation oxide oxidised
    oxy oxygen pack packaged packaging pad padded padding pads paint paintable painted paintwork pair pairs pan panel panhard panoramic
    paper parallel parcel parcelshelf parked parking part partial particulate pasenger passenger passenger's passengers passengerside patch
    patent path pawl pay payment pc pcb pcm pcs pcv pdc peak pearl pebble pedal pedalbox pedals pedestal peel peeling per perfect perforated
    performance performed performing perimeter permanent pewter phaser phone phosphor photos pickup pics picture piece pieces pigment
    pigtail pigtails pillar pillow pilot pin pinch pinion pink pintle pipe pistons pitch pitman pivot placement plain plastic plate plates
    play player please plenum plug plugnplay plugs plunge plunger pmma pneumatic pnp pocket pods point pointed points pole polish polished
    polishing pollen polybush polyester polypropylene polyurethane pop popular porous port porting ports position positive postage pouch
    powder powdercoated powdered power powertrain ppf practical pre preassembled precise precision prefilled prefilter prefit preloaded
    premium premounted preowned prep prepared pressed pressing pressure pressurepipe pretensioner prevent prevents price prices primary
    primed primer printed prism privacy private pro probes problem process processing produce produced product production products
    professional programmable programmed programming project projection projector projectors promotion proof prop propcentre properly
    proportioning propshaft protect protected protecting protective protector prototype proven provided prox proximity pu puck puddle pull pulley
    pump pumps puncture pure purge purple purpose push pushrod pvc qty quad quadrant qualified quality quantity quarter quarterlight
    quarters quench quick quickfit quickly quickrelease quiet quilted race racing rack radar radial radiation radiator radiatorcap radiators
    radio radius rail rails rain rainproof raise raised raising ramp range rare rat ratchet rate rated rating ratio raw reach reaction
    reactive reader reading readout ready real rear rearlight rearview rebar rebound rebuild rebuildable rebuilt rebushed receive receiver
    recess recessed recirculation recliner recommended reconditioned record recorder recovery rectangular recycled red reduce reduced reducer reduces
    reduction ref refill refined refinish refit refitted reflective reflector reflectors reflex refs refund refurb refurbished refurbishing
    refurbishment register registered regulating regulator reinforce reinforcement related relay relays release reliability reliable relief
    reline relined relining reload reluctor reman remanufacture remanufactured remote remotes removable removal remove removed removing
    renew renewal renewed repainted repair repeater repeaters replace replacement replaces replacing replica report required requires
    resealing reservoir reset resilient resin resistant resistor resonator resonators responsive rest restoration restore restored restoring
    restraint restrictor retail retainer retainers retaining retract retractable retracting retractor retrofitting return reusable reuse rev
    reverse reversible revised rhs rib ribbed ribs rig rigging right rightlower rigid rigidity rim rims ring rings rinse rip ripped riser
    risers rivet road roadside robotic robust rocker rockercover rockershaft rod rods roll roller roof roofbar roofrack roofrails roomy rope
    rotary rotating rotation rotor rotors rough round router routing row rows rubber rubberised rubberized rug run runner runners running rust
    rustproof rusty sacrificial saddle saddles sae safe safety sale salvage same sample sanded sanding satin save saver saving sawtooth
    scale scanner scatter schematic scissor scoop scorch scr scrap scraper scrapping scratch scratched screen screw screwdriver screws
    scroll scrubbed scuff sculpted seal sealant sealed seals seam seamless seatbelt seating seats secondary secondhand section sectional
    sections secure secured securing security selected selecting selection selector self sell seller selling semimetallic sender sending
    sensing sensitive sensor sensors separate separately separator sequential serial series serpentine serrated service serving servo set
    sets settings setup sewn shackle shackles shade shaft shafts shaker shaped shapes shark sharp shatter shatterproof sheath sheathed sheet
    sheets shelf shell shells shelves shelving shield shift shifter shim shine shiny ship shipping shippping shock shockproof shocks shoe
    shoes shop short shortblock shortened shorty shot shoulder show showing shrink shroud shrouds shut shutoff shutter shutters side sidebar
    sidelight sidemarker sides sideskirt sidestep sidesteps sideview sidewall signal signals silencer silencers silent silica silicon silk
    sill silver simply simulator simulators single siren sit site six size skid skin skip skirt skirts slamlock slave sleek sleeve slide sliding slim
    slimline slip slipring slope slot slots slotted slow slug smaller smd smf smoke smooth snail snap snapon snapring snorkel snout snow
    snug socket sockets soft softclose softtop software soldered solderless solenoid solenoids solid solution solvent sonar soot sound
    soundproof source space spacer spacers spaces spare spark sparkle sparkplug speaker speakers spec specialised specialist specialized
    specific specification specifications speed speedo speedometer speedsensor spigot spigots spill spin spindle spindles spine spiral
    splash splashguard splice splicing spline splined split splitter splitters spoiler spoke spokes sponge spool spoon spot spotlight
    spotlights spray sprayed spraying spread spring springs sprocket sprung spun square squeak squeal squealer squib squirter squirters srs
    stabil stabilisers stabilizer stabilizers stage stain stained stainless stake stalk stall stamp stamped stamping stanchion standalone
    standard standardised staple stargate started starter starters starting startup state static stay stays steady steam steel steelbraided
    steelies steer steering steeringwheel stem step stepped stepper steps stereo stick sticker stickers sticky stiff stiffener stitch
    stitched stitching stock stone stop stoplight stoppers stopping storage store stored straight strainer strap street strength stretch
    strike striker strip stripe strobe strong strut strutmount struts stub stud studs stuff sturdy style stylish sub subframe submersible
    substitute subwoofer subwoofers suction suede suit suitable suits sump sun sunblind sunlight sunroof sunshade sunvisor sunvisors super
    supercharger supplied supplier supplies supply support supports surcharge surface surfaces surfacing surge surround surrounds suspend
    suspended suspension suv swage swap swaps sway swaybar sweep swing swirl swirlflap switch switchback switches swivel synchro synchromesh
    synchroniser synchronizer synthetic syringe system systems tab tabs tach tag tail tailgate tailgatestrut tailight taillamp taillight
    taillights tailpiece tailpipe tailpipes take takeoff tan tandem tank tap tape taper tapered tapes tappet target tcm tear teeth
    telescopic temp temperature tempered template temporary ten tensile tensioner terminal test tested tests tether tetra textile texture
    textured the thermal thermistor thermocouple thermostat thermostatic thermostats thick thicker thickness thin third thread threshold
    throat throttle through throw throwout thrust thumb tick tidy tie tierod tight tighten tightening tilt timed timer timing tint tinted
    tiny tip tipped tipping tire tires to toe toggle ton tone tong tongue tonneau tool toolbox toolkit tooth top topcoat tophat topmount
    torch torn torque torqueconverter torsion torx total touch touchpad touchscreen touchup tough tow towball towbar tower toweye towhook
    towing tpe tpms tpr tps tpu trace track trackcontrol trackrod trade traditional trailer trailing trans transfer transferbox transformer
    transforms transmission transmissions transmitter transparent transponder transponders transport trap travel tray tread treated
    treatment tri trifold trigger trim trimmed trimming trims trip triple trolley truck trunk trunklid trunnion trusted tub tube tubes
    tubular tumbler tune tuned tuner tuning tunnel turbine turbo turbocharger turbochargers turn turnsignal tuv tv tweeter tweeters tweezers
    twin twist twisted type tyre tyrepressure tyres u ubolt ubolts uj ujoint ujs uk ultra unboxed unbranded unbreakable uncoated uncut under
    underbody underbonnet undercarriage undercoat undercover underhood undershield underside undertray undrilled unfinished uniform unit
    universal unlock unlocked unmarked unpainted unprogrammed unrivalled untested unused upcycled update updated upgrade upholstered
    upholstery upper uppers uprated upright ups upside upstream urea urethane us usa usb usdm use used useful user using usps vacuum valance
    valet valeting value valve valvebody valves valvestem van vane vapor vapour various varnish vat vehicle vehicles velcro velour vent
    ventilated venturi verified version vertical very vibration view vin vintage vinyl virgin viscous visibility visible visor visors visual
    voltage voltmeter volts voucher vvt w wade wall walls walnut warm warning warp warranted warranty wash washable washer washerjet
    washerpump washers washing waste wastegate watch water watercooled waterproof waterpump watts wavy wax way wear weather weatherbeater
    weatherproof weatherstrip weatherstripping wedge weight weighted weights weld weldable welded welding wet wheel wheelarch wheelbearing
    wheelbolt wheelhouse wheelhub wheelnut wheels wheelspacer wheelspeed wheeltrim whip whisper whistle white whole wholesale wht wick wide
    wideband widen wider widest width wifi winch window windowmotor windowswitch windscreen windshield wing winglet wingmirror wiper
    wiperarm wiperblade wipermotor wipers wire wireless wires wiring wiringharness wishbone with without wood wooden woodgrain woodruff wool
    work working works workshop worldwide worm worn woven wrap wraparound wrapped wrench wrist xenon yaw year yellow yoke your zinc
    zincplated zip zipper zone
    ash audio cardboard communication extendable information
    offside kerbside collected collection faultless fitted scrapped serviceable undamaged wanted warrantied airbox bootspoiler cambelt cills
    cill doorcard doorcards fuelrail gromets jackpoint kickplates petrolcap rockers
    wobble frunk tee spats bridge dinghy monotube twintube tipm totally afs denim bikini apim sync vsa aoc angle ocs tccm tcu gem fcm ipdm smartkey infotainment evap
    flexpipe uppipe ypipe xpipe hpipe axleback dump vnt vgt waterneck degas coilspring leafspring draglink centerlink trackbar
    liftkit budget ocv valvecover kframe pressureplate shiftfork transfercase posi park dipped stirrup gooseneck fifth jump steelie
    ventvisor chute wrinkle powdercoat ductile greasable maintenance economy severe fleet drill doser clutchfan stubby midrange down adj
    rearward nudge fairlead ballmount uca ucas lca lcas companion axleshaft wheelcylinder mastercylinder occupancy needs help flashed
    reroute garage bumperettes accordion gallon gallons quart quarts ounce firewall bedliners drilling brainbox passlock steerable
    clockwise counterclockwise eyebrow eyelid chin nosepiece wheelwell fenderwell rollpan louvers bugshield rockguard gravelguard bikerack
    skirack cargobox bedrack headache headacherack lumberrack thermoformed rotomolded marine heavyweight heathered diamondstitch hardlines
    hardline softline fuelline fuellines nickelcopper cunifer prebent`,
  de: `
    blau braun gruen
    abblend abblendlicht abdeck abdichtung abgas abgaskruemmer abholung ablage ablass abschlepp abschlusskappe absorber abstand abstreifer
    abziehbild achs achse achsen achsschenkel adapter aggregat airbag aktivkohle alarm altern altteil aluguss aluminium am ampere an anbau
    anfragen anhaenger anhang anlage anlass anlauf anlaufscheibe anleitung ansaug anschlag anschlagpuffer anschlus antenn anthrazit
    antirutschmatte antrieb anzeige arbeits arm armatur armaturenbrett aschenbecher asphar aufbau aufhaeng aufhang aufkleber auflage
    aufnahme aufprall aufsatz aufsteller auftrieb aus ausbau ausdehnungs ausen ausgebaut ausgleich auslass auspuff ausruck ausrueck
    ausrustung aussen ausserhalb austausch ausverkauf autobatterie automatik autoteil axial backen bajonett balg band batterie bausatz
    beachten becherhalter becken bedien befestig behaelter behalt beheiz beide beidseitig beifahrer beifahrertur beim belag belage beleucht
    beleuchtung belt beluft benzin beschadigt beschichtet beschreibung bestell betatigung beutel bezug bezugsset bilder bitte blatt blech
    blende blink block boden bodenblech bodenmatte bodenteppich bolzen bord bordcomputer bowdenzug breite breitreifen brems bremsanker
    bremsbacke bremsbacken bremse bremsflussigkeit bremssattel brennraum brillantschwarz bronze brucke buchse bugel chrom cockpit codier
    dachreling dachtrager daempf dampf dampferbein das deckel dekor der des diagnose dicht dichtlippe dichtung die diebstahl diesel
    differential differenz diffusor distanzscheiben domlager doppel drahl draht dreh drehmoment drehzahl dreieck drossel druck druckdose
    duese duse dusen eckig edelstahl ein einbau eine einem einen einer einfull einheit einlage einlass einspritz einstieg einzeln eisen
    elastisch elektr elektrisch elektronik elektronisch element emblem endrohr endschall endstuck endstufe entlastung entluft entriegel
    entwasser erdung erneuert ersatz ersetzt erstausruster erweitert erweiterung exzenter fach fahrer fahrertur fahrt fahrwerk fahrzeug
    faltbalg faltenbalg fanfar farbe feder federbein federn fein felge felgensatz fenster fensterheber fernbedienung fernlicht
    fernscheinwerfer fertig feststell feststellbremse fett feuchtigkeit filter filz flach flansch flexibel flexrohr flugel flussig folie
    forder fotos freilauf frisch frontgrill frontscheib frontschurze frontspoiler frontwischer frost fuhler fuhrung fullstand fullung
    funkschlussel funktionsfahig fur fus fussraum garantie gas gaszug geber geberrad gebl geblase gebraucht gehaeuse gehaus gelb gelenk
    gelenkwelle gelocht generaluberholt generaluberholung generalueberholt generator gepack gepackraum geprueft gepruft geraet gerat
    gereinigt geruchlos gesamt geschirr geschlitzt geschwindigkeit gestange gestrahlt getestet getoent getont getrankehalter getriebe
    gewartet gewebe gewicht gewinde gitter glanz glas gleichlauf gluh gluhbirne grau griff grill grose gross grun grundiert grundtrager
    gummi gunstig gurt gurtstraffer guss guter haken halt halter halterung hand handbrems handschuhfach hardyscheibe haube haubenlift haupt
    hauptbrems hauptlager hauptscheinwerf hebel heck heckklappe heiz heizung heizungsregelung herstell herstellernummer himmel hinten
    hinter hitze hoch hochdruck hochtoner hochwertig hohen hohenverstellung hohl holz hub hulle hulse hupe hutablage hydraul hydro ihren im
    impulsgeber induktiv inkl inklusive innen innenausstattung innenraum instrument intervall isolier isolierung kabel kabelbaum
    kaltemittel kaltstart kamera kanal kante kappe kardan karosserie kasten katalysator keder kegel keil keilriemen kennzeichen keramik
    kerze kette kilometer kindersitz kipp kissen klammer klappe klarglas klebe klein klemm klima klimakondensator klopfsensor klotz knarre
    knopf kofferraum kofferraumboden kohle kohlebursten kohlefaser kolben kombiinstrument komfort kompakt kompatibel kompletradsatz
    komplett komplettrader kompress kondens konsol kontakt kontroll konus kopf kopfraum koppel kopplung korb korper korrosion kotflugel
    kraft kraftstoff kranz kreuz krummer kuehl kugel kugelkopf kuhl kuhler kuhlwasser kulisse kunstleder kunststoff kupfer kupplung
    kupplungskit kurbel kurz lack lackiert lackierung ladedruck ladekante ladeluft lader laderaum laderaumboden lager lagerung lagerware
    lambda lampe lang langlebig lastseil lastwagen laufer laufleistung laufrad laufrichtung lautsprecher leder leer leerlauf lehne leicht
    leist leistung leitblech leitung lenk lenkrad lenksaule lenkstockschalter lenkung lesen leuchte leuchtmittel leuchtweiten
    leuchtweitenregulierung licht lichtmasch lichtmaschine liefer lieferbar lieferumfang links linkslenk linse loch lochkreis lucke luefter
    luft luftballon luftfederung luftfilter luftmass luftmassenmesser luftmengenmesser luftung magnet manschette markenqualitat markise
    maske masse massgefertigt massgeschneidert massiv material matte mechanisch mechatronik mehrteilig membran messer messing metall
    metallisch meter mischklappe mit mittel modul monat montage montagepaste motor motorhaube motorhaubenlift motorlager motorraum muffe
    multifunktion mutter nabe nachgeschaltet nachrust nachrustung nachschalldampfer nagel navigation nebel neben nehmer neu neuer neues
    neuteil neuware neuwertig nieten niveau niveauregulierung nocken nockenwelle notrad nummer nummernschild nussbaum oben obere oberteil
    oder oel ohne ol olablass oldeckel oldruck oleinfull olfilter olkuhler olmessstab olpumpe olsensor olstand olwanne optik orange
    original originalverpackt paar paket parabelfeder parkbrems parkhilfe parksensor partikel passend passform passgenau pedal pendel pfand
    pflege plakette plane platte pleuel poliert pollen polster poly positions pralltrager profil prufung puffer pumpe punkt qualitat
    querlenk querstrebe quertrager rad rader radhaus radhausschale radio radkasten radlager radlauf radsatz rahmen rahmenlos rampe raste
    rauch rechnung rechts rechtslenk recycling reflektor reflexsilber regel regen regenerier regensensor regler reibbelag reibung reifen
    reihe reinig reisekomfort reparatur reparaturset reserverad riemen ring rippen ritzel rohr rolle rollo rostfrei rotor ruck ruckfahr
    ruckfahrkamera ruckgabe rucklauf ruckleuchte rucklicht ruckschlagventil ruckstrahler ruckwand rueck rund rusfilter russpartikelfilter
    rutschfest sack sattel satz sauerstoff saug saule schalen schall schalld schalt schalter schaltknauf schaltung scharnier scheib
    scheinwerf schelle scheuer schiebe schiebedach schiebetur schiene schild schlachtfest schlachtung schlafaugen schlauch schlauche
    schleif schlepp schliess schlieszylinder schlos schloss schlusel schlussel schlussleuchte schlusslicht schmal schmier schmutz
    schmutzfanger schnalle schnell schnur schonbezug schonbezuge schraege schrage schraub schrott schrumpf schubstange schurze schutz
    schwarz schwarzmatt schwebe schwell schweller schwer schwert schwing schwingungsdampfer schwung schwungrad seil seilzug seite
    seitenaufprall seitenmarkierung seitlich sekundarluft sensor servo set sicher sicherheit sicherung sicht sichtschutz siehe signalhorn
    silber silikon simmer simmerring sitz sitzbezug sitzbezuge sitzgestell skala sockel sofort sommerrader sommerradsatz sonde
    sonderangebot sonnenblende sonnenschutz sonstige sortiment spann spanner spannungsregler speiche spezial spiegel spiel spitze spoiler
    spoilerlippe sportauspuff sportfahrwerk sportluftfilter sportsitz spreiz spritz spule spur spurstange stab stabilisat
    stabilisatorstrebe stahl stahlflex stand stange starr starter stator staub staukasten steck steckdose stecker steinschlag stell stern
    steuer steuergerat steuerkette steuerzeiten stickoxid stift stirn stoff stosdampf stose stosfang stoss stossdampf stossfang stosstang
    stostang strahl strang streb streifen strom stromung stuck stueck stufe stutz substanz synchronring system tacho tagfahr tank tasche
    taste taumel tauschteil technik teil teilig teller tellerrad temperatur tempomat teppich thermo thermostat tieferlegung titansilber
    topf torsion trag trager traggelenk traglenk treib trenn trennnetz trennwand trieb trittbrett trittstufe trockner trommel tuer tur
    turbo turfangband turfanger turgriff turschloss turverkleidung typgenehmigt uberdruck uberholt uberlauf ubersetzung ubertopf uberwurf
    ueberholt umbau umfeld umlenk umluft umruest umrust unbenutzt und unfall ungebraucht ungelocht universal unlackiert unten unter
    unterboden unterdruck unterdruckdose untere unterfahrschutz unterlage unterlegscheibe unterseite untersteller unterstutz unterteil
    vakuum ventil ventilator ventilschaft verbau verbessern verbind verbindung verbreiterung verbund verchromt verdampf verdeck verdrangung
    verdunkelung verformung vergaser vergleichsnummer verkleid verlang verlanger vermess verpackung verriegelung versand versandkostenfrei
    verschleis verschlus verschraub versiegel versilber versilbert verstaerk verstark verstarkung verstell verstellbar verteil
    verteilerfinger vertikal verwerter verzinkt vibration viereck vierkant vierteilig viskose vlies voll von vorbau vorder vorderachs
    vorfacelift vorforder vorgeschaltet vorglueh vorgluh vorgluhrelais vorne vorrat vorschalldampfer vorwiderstand wagen wagenheber walze
    wand wander wandler wanne wapu warme warmetauscher warn warnkontakt wartung wartungsfrei wasch wascher wasser wasserablauf wechsel
    wegfahrsperre weich weis weiss weitere weitwinkel welle werkstatt werkzeug wickel widerstand wind windabweiser windlauf windschott
    windschutz winkel winter winterrader winterradsatz wirkung wisch wischer wischerarm wulst xenon zahn zahnrad zahnriem zange zapfen
    zeiger zentral zentralverriegelung zentrier zier zierleist zigaretten zigarettenanzunder zink zoll zubehor zuend zug zugang zugstreb
    zuheizer zum zund zundkerze zundspule zundung zur zurr zusatz zustand zuverlassig zweimassen zweiteilig zwischen zylinder zylinderkopf
    allwetterreifen anhangevorrichtung ausstattung autowachs delle endtopf ganzjahresrader ganzjahresreifen hosenrohr kilometerzahler
    kratzer mischbereifung polituren restposten sommerreifen sprungfedern steckerbelegung unbeschadigt
    hilfsrahm tripod turgriffschal zuzieh turpapp turtafel schacht endspitz frontblech frontmask pralldampf nieren wahlheb lufterrad
    viskokuppl peilstab lima gluhzeit leckol ruspartikel verbandskast elektrosatz ruckbank schriftzug zeichen nachbau nachfertig defekt
    ungepruft geburstet dunkel hellgrau perleffekt perlmutt farb mittig mitte auserer schlachtfahrzeug schlachter spender bastler kostenlos
    kostenfrei blitzversand gewahrleist erstzulass artikelnummer masgefertigt klappbar anklappbar abnehmbar schwenkbar eloxiert
    pulverbeschicht lose raritat oldtimer youngtimer leitgeweb abdicht abgerissen angebot ansicht baugleich bedarf bereit beschlag bestand
    biete dachhimm defekte demontiert echt eingebaut einwandfrei ersetz exklusiv fehlerfrei festpreis fleck folgende gepfleg geruch
    heckschurz intakt kaufen knistern kratz mangel markenhersteller optisch privat preis rabatt rarit reparier restaur selten tadellos
    unbeschadig verkauf verpack ware zuruck zuverlass achsmess anhaengerkuppl anschraub auspuffblend diffusorblend einparkhilf falthaub
    fusmatt gasfed gluhkerz ladung luftfuhr nabendeck olablas rammschutz reling sitzschien stabigummi tankdeck trittleist turpin zulauf
    rumpfmotor vorschalt
    moglich kurvenlicht angeschraubt beschaedig gewachs abholer selbstabhol aufbereit nachruest sprungfrei rissfrei ladenneu werksneu
    fabrikneu guenstig einzelstuck
    hydraulik befestigung fachhandler gewindeeinsatz handler kleber lieferung schaden sonder unfallfrei ampull fahrersitz fensterkurb
    glasdach pedalerie zierring schaltwipp schaltpadd
    drallklapp domstreb wiechers gutacht teilegutacht tuvgutacht eintragung drallverstell ruckholfed sperrdiff sperrklink fliehkraft
    kurbelgeh nockenw stosselstang hydrostossel ausgleichswell olspritz olkuhl olabscheid schubumluft wastegat kugelfisch schaltkuliss
    wahlhebel zugseil haubenzug lampenfass gluhlampenfass leuchteinheit blendrahmen wischerblend wasserkast frontstoss prallschutz
    kindersicher sitzkiss knieairbag lenksaul radbolz radmutt radlagergeh`,
  fr: `
    abaisse abattant ablocage absorbeur accastillage accelerateur accessoire accoudoir accouplement accumulateur acier actif actionneur
    adaptable adaptateur additionnel adhesif admission aerateur aeration aerotherme affichage agrafe aiguille aile aileron airbag ajustable
    alarme alesage alimentation alliage allumage allumeur alternat alternateur aluminium ambiance amortissement amortisseur amplificateur
    ampoule anglais anneau anode antenne antibrouillard antibruit anticalcaire antidemarrage antidemarreur antigel antipollution antivol
    apprete appui arbre arceau argent armature arret arrivee articulation aspiration assemblage asservi assise assistance assistee attache
    attelage autocollant autoradio auxiliaire avant avec avertisseur axe bache bagage bague baguette balai balais balancier ballast ballon
    bandeau banquette barillet barre bas bascule basculeur basse batterie bavette becquet benne bequille berceau bielette bielle biellette
    bimasse blanc bleu bloc bobine bocal boite boitier bombe borne bouche bouchon bouclier boudin boue bougeoir bougie boulon boulonnerie
    bourrelet bouton bras bride brides brillant brise brosse brouillard bruit bruleur buse butee cablage cable cabochon cache cadran cadre
    cage caisse caisson calage calandre calculateur cale calorstat camera cames caoutchouc capot capsule capteur capuchon carbone carburant
    carburateur cardan carrosserie carte carter cartouche casque casse cassette catadioptre catalyseur cause ceinture cendrier centrage
    centrale centralisation centre ceramique cerclage cercle chaine chambre changement chape charbon chargeur charniere chasse chaude
    chauffage chauffant chauffe chaussette chemise chicane choc chrome cible cinematique cintre circuit clapet clavette clef cles clignotant
    clim climatisation climatiseur clip cliquet cloche coffre coiffe collecteur collier colonne combine commande commodo commune commutateur
    compatible complet comprend compresseur compression compteur condensateur condenseur conditionnement conducteur conduit confort conique
    connecteur console contacteur contre contrepoids controle convertisseur coque coquille corps correcteur cote couche coude coulissant
    coulisse coulisseau coupelle coupleur couronne courroie coussin coussinet couvercle couvre craie crampon crantee cremaillere crepine
    creux cric crochet croisillon croissant croix cruciforme cuir cuivre culasse culbuterie culbuteur custode cuve cylindre de debit
    debitmetre debrayage deflecteur degazage degivr demarrage demarreur demontage demultiplicat depart depoussiere depression derivation des
    description deshydratante deshydrateur detachee detecteur detection detendeur deverrouillage diagnostic differentiel diffuseur direction
    disponible dispositif disque disques distributeur distribution doigt doublure du durcie durit durite eau echange echangeur echappement
    eclairage eclaireur eclateur ecran ecrou ecusson efface efficace elargisseur electrique electronique electrovanne electroventilateur
    elevateur embase embleme embout embrayage emetteur emplacement en encastrement enceinte enduit enjoliveur enroulement enrouleur ensemble
    entrainement entraxe entree entretien entretoise envoi epaisseur epurateur equerre equilibrage equipement essence essieu essorage essuie
    et etancheite etat etoile etrier evaporateur excentrique expansion extension exterieur extracteur fabrication fabrique facade facture
    faisceau fendu ferme fermeture feu feux filet filetage filtrant filtre finition fixation fixe flasque flexible flotteur fonction fonte
    fourche fourchette fourniture fourreau frein freinage freins froid fumee fusee fusible gache gaine galet gamme gants garanti garde
    garniture gasoil gaz generateur geometrie gicleur girouette glace glaciere glissiere gomme gonds goujon goulotte goupille gousset
    graissage graisse gratuit grille gris groupe guide guidon habillage habitacle hauban haut hauteur hayon helice helicoidal homocinetique
    homologue hotte housse huile hydraulique idler immatriculation impulsion incline incluse indicateur inductif induction inferieur
    injecteur injection inox insert insigne insonorisant installation instrument intercooler interieur intermediaire interne interrupteur
    isolant ivoire jambe jante jauge jaune jeu jeux joint jonc jonction joue jumelle jupe kilometre kit la laiton lame lampe lanterne lave
    le lecteur les leve levier levre liaison ligne limiteur liquide lisse livraison livre longeron longue lot lubrifiant lumiere lunette
    lustre machoire magnetique main maitre malle manche manchon manette manille manivelle manocontact manometre marche marchepied marque
    masque masse masselotte mastic matelas materiau materiel mecanique mecanisme mecatronique membrane meneur meplat mesure metal metallique
    microfiltre miroir modele moderne module moitie molette mollette monobloc monogramme montage montant monte moquette moteur motorisation
    motoventilateur moulure mousse moyeu multifonction neige neiman nettoyage nettoyant nettoye neuf neuve niveau noir nourrice noyau
    oblique obturateur occasion oeillet ogive optique orifice origine ornement ou outillage ouverture ouvrant ouvrante packaging paire
    palier palonnier panneau papillon parallele pare parebrise parfait parfum parleur paroi particule partie passage passe pastille pates
    patin patte pedale pedalier peigne peindre peinture pendentif percee percuteur peripherique petit phare photos piece pieces pignon pince
    pipe piston piton pivot place plafonnier plage plan planche plaque plaquette plaquettes plastique plateau platine pleine pliable
    plongeur plot pneu pneumatique poche poignee pointe polaire polie pommeau pompe porte portiere position poste poudre poulie poumon pour
    poussoir precable prechauffage prechauffe preleveur preparation presse pression pressostat pretensionneur prise produit professionnel
    profil projecteur prolongateur promo propulsion protecteur protection puissance pulseur purge qualite quasi queue rabattable raccord
    radiateur rail ralenti rallonge ramasse rampe rappel rapport rayon recepteur recharge reconditionne recuperation recyclage reducteur
    reference reflecteur refrigerant refroidissement refroidisseur regard reglable reglage regulateur regulation relais relevage remorque
    remplacement renforce renfort reniflard renove renvoi reparation repartiteur repartition repetiteur repose repousse reservoir resistance
    ressort retenue retour retro retroviseur retrovision revetement revision rideau rigide rivet robinet rondelle rondes rotatif rotule roue
    rouge rouleau roulement ruban rupteur sableuse salissure sangle sans satellite satine scelle seche secheur secteur securite segment
    selecteur selle sellerie separateur serrage serrure servofrein seuil seuils siege sigle signalisation silence silencieux silentbloc
    silicone simple socle soleil sommier sonde sortie soudee soudure soufflante soufflet soupape soute spirale spoiler stabilisateur
    stabilisatrice stator stock stop structure suie suiveur superieur support surpression suspension suspente synchro synchroniseur
    synthetique systeme tableau tablette tablier tachymetre tambour tampon tapis tapisserie taquet tarage taraud tasse telecommande temoin
    temperature tendeur tension teste tete thermique thermocontact thermoplastique thermostat tige timonerie tirant tirette tissu toile toit
    tonne torsion tourillon tournant traction train traite traitement transmission transpondeur transversal trappe travers treillis tres
    treuil triangle tringle tringlerie troisieme trou tube tubulure turbine turbo tuyau unite universel usage usine usure valve vanne
    variable vase vehicule veilleuse veilleuses ventilateur ventilation ventile ventouse verin verni verre verrine verrou verrouillage
    version vidange vide vignette vilebrequin visco viscocoupleur visiere visserie vitesses vitrage vitre voile volant volet voltmetre
    volume voute voyant wastegate
    balast demonte extensible organisateur peint rangement saisons soufflerie
    bavolet sphere dephaseur afficheur ciel transfert secours sirene offert offerte vert verte brut defectueu abim raye rayur provenance
    constructeur photosensible clipsable bequet canalisation electropomp potentiometr transmetteur garniss jaun violet laque fissur pete
    fele rouill pique impeccable propre expedie recycl revise demonstr destock soldes rabais affaire annonce vendeur vend vends acheter
    achat accoud antidemarr attelag autobloqu capucho coffr commod couss custod depollu derail deshydrat elargiss enjoliv enroul entretois
    habillag insonoris leveglac lunett mecan molett moquett moustach noix optiqu paraboles parebris poign portebagag raidiss roulem
    soufflant tablett timoner tringl tubulur vehicul vilebrequ visser
    programm couleur broche pouce coloris teint roulant kilometr
    clipser vernis cassee fonctionnel demontee references bagues cabochons calculateurs carenag collecteurs compteurs contacteurs coques
    demarreurs diffuseurs echangeurs essuiegl faisceaux jauges leviers motoris parechoc plafonn pontet porteclef poulies pulseurs radiateurs
    recepteurs reniflards soupapes tendeurs tirants volets revisee
    cygne cygn potenc couvrecul gachett lecheglac lechevitr demarrag pulsion ventilat plancher crosse chandelle canalis decanteurs cosses
    douilles`,
  pl: `
    bezow granatow opornic ozdobn perlow szklank zloty
    adapter akcesori akumulator alternator alufelg aluminiow amortyz amortyzator anten antykoroz aparat atest atrap bagaznik bagnet bak
    balans bardzo bateri bdb beben bebn belek belk bezobslug bezp bezpieczenstwa bezpiecznik bial bieg blacha blachar blaszka blok blokad
    blotnik blyszcz bocz boczn bok bolc bolec brazow brelok butelk butl calow cegiel cena centralka centraln ceramiczn ceramik cewk
    chlapacz chlodnic chlodz chrom chromowana chwyt ciagl cieczy cieg ciegn cieple cieplo cinien cisnien cofania cokol cyfrow cylind
    cylinderek cylinderk czarn czastek czastk czerwon czesc czesci czolow czujka czujnik czynnik czyszcz dach dekiel dekor dekoracyj
    demontaz deska deski diagnost dioda dla dlawic dlug dmuch dmuchawe dmuchawy do dobry docisk dodatk dokladk doln dolny dolot dostaw
    dostawa dostepn drazek drazk drewn drogow drutow drzwi duz dwuczes dwumas dwumasowe dyfer dyferencjal dyfuzor dystans dysz dywan
    dywanik dziennych dzwig dzwignia dzwon ekran elastycz elektr elektron elektroniczn elektrozawor elektryczn element emblemat emulsja
    energi eurp ewaporator fabrycz fabrycznie fabrycznych faktura farba fartuch felg filtr folia fotel frezow gabk galk galw gaz gaznik
    gazow geometr gietk gladk glosnik glowic glown gniazd gora gorn gotow grafit grafitow grill grub gruszk grzal grzejnik grzewcza grzybek
    gum guma gumka gumow gwar gwaranc gwarancja gwiazd gwint gwintowan hak haka haldex halogen hamowan hamulc hamulcowych hamulec harmon
    holownicz hydraul hydrauliczn idealn idealny imbus immobil indukcyj instal instalacj intensyw intercool isker iskra jakosc jarzm jazdy
    jednoczes jednomas jednostka jonizat kabel kabin kabinowy kable kanal kanapa kanapy kapselek kaptur karbon kardan karoser karton kaseta
    katalizat kier kierow kierownic kierunk kierunkowskaz klakson klamk klamka klap klapa klaps klema kli klim klimatyzacj klin klipsy kloc
    klock klocki klodk klosz klucz kluczyki kol kola kolanko kolcow kolek kolektor kolnierz kolo kolpak kolpaki kolumn komora kompl komplet
    kompresor komputer koncow koncowk kondens konektor konserwac konsol kontrol koparka kopulk korb korbowod korek korona koronk korozj
    korpus kosmetyk kostk kosz kotwicz krancow krata kratka kratki krociec kroctec krotk krzywk krzyz krzyzaka ksenon kulk kulow kurtyn
    kwadrat laczen lacznik lagodn lak lakier lambda lamel lamp lampa lancuch latark lewa lewarek lewarka lewostron liczba licznik licznika
    linek link linka list lista listwa loz lozen lozysk lozyskiem luster lusterk maglownic magnes magnet magnetycz magnetyzer malow manetk
    mankiet manszet mapsensor masa mask maskownic masow mata matow maty mcpherson mechan mechanicz mechanizm mechatronik membran metal
    metaliczn metalowo miarka miech miedz miedzian miernik mieszek mieszk migacz migacze mijania mikro misk miska mlotek moc mocn mocow
    mocowania modul montaz mosiez most mostek motor motoryzac na nacinan nadkol nadwoz nagrzewnic naklad naklejk nakret naped napedowa
    napedowego napin napinacz napraw naroznik narzedz nastaw nastawnik natychmiast nawiercan nawiew nawigac niebiesk niemiecki nierdzew
    nisk niskocisn nity nosek nowa nowe nowka nowosc nowy nozka nozyk numer nypel obciaz obecnie obejm obrecz obrot obrotomierz obrys
    obudow obudowa obwod ochraniacz ochron oczko od odblask odboj odbojnik odciag odcinek odlew odma odmy odporn odpow odpowiedni
    odpowiednia odpowiednie odpowiednik odpowietrz odpowietrznik odpryskow ogranicz ogranicznik ogrzewan ogumien okap okien oklad okladzin
    okno okragl olej olejow oleju opakow opakowanie opask opona opony opornik oprawa oprawk optyk oraz organizer orginal orurow orygin
    oryginalna oryginalne oryginalny os osi osiow oslon oslona ospojlerowanie osprzet osuszacz oswietlen otwierania otwor otworu owiewka
    owiewki ozdobna oznaczen paczka pakiet palec paliw paliwa palnik panel panewk para parkowan parownik pary pas pasazer pasek paska paski
    paskow pasow pasta pedal peknieta pelni pelny perforow piankow piast piasta pierscien pierscieniowy pior pioro plask plastik platyn
    plecion plomb plyn plyt plytka plywak poczatk pod podczas podgrzewacz podgrzewan podkladk podloga podlogi podlogow podlokietnik podloz
    podluznic podnos podnosnik podnoszen podpor podporkow podstaw podsufitk podswietlen podszyb podtrzym poduszk podwojn podwoz podwyzsz
    pojazd pojazdow pojazdu pokretlo pokrow pokryw polaczen polautomat polerow polka polki polkow polos polosiow polox polski pomp pompa
    pompowtryski pompowtryskiwacz popielnicz poprzecz popychacz porecz postojow poszerz potencjometr powietrza powietrze powietrzn powlok
    pozycyj prad pradnic praw prawa prawidlowy prety produkt profesjonal profil prog progowe prosto prostownik prosty prowad prowadnic
    prowadz prozniowa przebieg przeciwmgiel przeciwpyl przeciwsloneczna przedluz przegub przekaz przekladn przekladniow przelacz
    przelacznik przelot przeniesien przeplyw przeplywomierz przepustnic przesuw przetestowan przetwornica przewod przewodzik przod przycisk
    przyczep przykrec przylacze przyrzad przyspiesz pulap pulpit puszk pylnik pylow radio radioodtwarzacz rama ramie ramienia ramion ramk
    rdza rdzy recyrkul reczn recznego redukcj reduktor refleks reflektor regener regeneracja regenerowan regenerowana regenerowane
    regenerowany regul regulacj regulator regulowan rejestracji rekojesc relingi remont reparatur reperaturka reperaturki rezonator
    rezystor robocz roleta rolety rolk rolka rowek rownoleg rozbiork rozdzielacz rozdzielcz roznicow rozpieracz rozpor rozprez rozrusz
    rozrusznik rozrz rozrzad rozrzadu rozstaw rur rura rurka rurki rygiel sadz samochod sanki schladz schowek schowka sciagacz sciana
    sciern sejf serwis serwo siatk siedzen silentblok silikon siln silnicz silnik silow silownik simering skladan skok skor skorzan skraj
    skraplacz skretn skrzyn slizg slupek smarow smarowniczka soczewka solar solid sonda sondy spalania spalin spalinowy spaw specjal spinka
    spinki spiral spodnia spoilery spojler sprawdzon sprawn sprawna sprawny sprezark sprezyn spryskiwacz sprz sprzegl sprzezyn srebr
    srednic srodek srodkow srub sruba stabil stabilizat stabilizatora stacyjk stal standardow stare statecz stelaz sterow sterowanie
    sterownik stojak stop stopk stozk stron strona strumien stuk stykowy suport swiatel swiatl swiec swieca sworz sworzn swozn sygnal
    symetr synchronizat syrena system szary szczek szczelin szczelnosc szczotk szerok szkl szklo szpachl szpilk sztuk sztyc szyb szyba
    szyna szyny tabli tapicer tarcz tarcza tarcze tasma teflon teleskop temperatur term termiczn termostat testowan tlen tloc tloczek
    tloczki tloczkow tloczysko tlok tlokowe tlum tlumiacy tlumik toczen torebk torsyj trojkat trojnik trzpien trzymak tulej tuleja tuningow
    turbin turbo twarda tworz tyl tys uchwyt udarow uklad uniwersal urzadzenie uszczel uszczelniacz uszczelnienie uszkodz uzebi uzyw
    uzywana uzywane uzywany wahac wahacz wal walek walk walu warstw wartosc waz wciskan wdmuch wegl wentyl wentylator wentylowan wersja
    wewnetrzn wez wezownic wezyk wiaz wibrac widelk wieloklin wielorow wieszak wieszaki wirnik wiskotyczn wiskoz wklad wkladk wkrecana
    wkrecany wkret wlacznik wlew wloskow wlot wneka wnetrz wod woda wodna wodny wodoodporn wody wskaznik wskaznikow wspolpracuj wspomag
    wspomagania wspornik wstrzasow wszystk wtrysk wtryskiwacz wtyczk wtyk wulkaniz wybierak wyciag wycierac wycieracz wyciskow wydajn
    wydech wydechowy wyglusz wykladzin wylacz wylot wymian wymiar wymienn wymiennik wyposaz wyrownaw wysok wysprzegl wysuw wyswietl wysyl
    wysylamy wysylka wzmacn wzmacnian wzmocn wzmocnienie wzmocnion zabezpiecz zacis zacisk zaciskowy zaczep zaglowek zaglowki zakonczen
    zakretk zalacz zamachow zamek zamien zamiennik zamk zapalan zapalniczka zapalow zaparow zapasow zaplon zaplonnik zarnik zarow zarowk
    zarzenia zasilac zasilan zaslep zatrzask zawias zawiesz zawieszen zawleczk zawor zbieznosc zbiornicz zbiornik zderzak zebat zebow zegar
    zeliwn zelow zespol zestaw zewn zewnetrz zgarniacz zgrzew ziel zimow zlacz zmiany zmieniarka zmienny znaczek znaczki zolt zuzycia
    zuzyciem zwijacz zwojow zwolnica zwrot zwrotnic zyrol
    drgan dzwigienka elektromagnes kata korbowego obecnosci oporowe podrzedna pomocniczej poziomu predkosci ramy rejestracyjnej skretu
    spustu stukowego szyjka wyboru wydechowego wyrownawczego zwijana
    ssac zapas dojazdow pomaranczow surow peknie porysowan rysy napis przejsciow czytnik immo zwijak silowniczek krokow wakuometr fiolet
    kremow przyciem przyciemn dymion grawer hartowan laczon okablow dobr sprawdz tanio okazj wyprzedaz nowk zdemontow rozebran wgniot
    wgnieci peknieci obtarci odprysk rdzew klejon szlif netto brutto odbior pobran kurier polecam sprzedam kupie seryjn dedykow pasuj
    pasujac akces antykradziez bagazow daszek demont dociazn dojazd haczyk holown instrukcj izolacj jednostk kanap kapsel kieszen kolnier
    nasad opon owiewk panew podlokiet podsufit pokretl polk popielnic przepustn przyciag rolet schow spryskiw swiat swors tasm zaglow
    zapalnicz
    miesiec okolic wlasciciel bezwypadk
    lakierowan bordow bezowy polerowan wiazk gniazdk kompletn promocj uzywk uszkodzen naprawion spawan prostow sztuki wysylk fabryczn boczek
    bocznic chlodniczk chromowan dzwigienk elektrozaw fotelik kierunkowsk klapk kluczyk kontrolk korektor lampk listw mocowan nakladk okladk
    poprzeczk rozpork silniczek skrzynk tabliczk uszczelk wylacznik wzmacniacz kompletny naprawy malowan
    zebatk drzwiow nadproz blachy poszycie reperaturk ksenonow przetwornic odblysnik krzyzak samoregulator rozpieraki serwa wakum`,
  it: `
    marrone perlato perlata
    abbaglianti abbassato abitacolo acceleratore accendisigari accensione accessori acciaio accoppiamento acqua adattatore additivo aderenza
    adesivo aerazione aerodinamic affare aggancio airbag alberi albero aletta alettat alette alettone alimentazione allargatori allarme
    alloggiamento alluminio alternatore alternatori altezza altoparlante altoparlanti alza alzacristall alzavetr ammortizzat ammortizzatore
    ammortizzatori ampio ampolla anelli anello antenna anteriore anticalore anticongelante antifurto antigelo antinebbia antiparticolato
    antirollio antirumore apertura aperture appoggiabraccio appoggiatesta arco aria arresto articolazione ascensore asola aspirazione
    aspirazioni assale assali assetto assieme assorbitore asta asticella astina astucci attacco attivi attivo attuatore attuatori ausiliari
    autoadesivo autoradio autoveicoli autoveicolo autovettura avviamento avvisatore avvolgitore azionamento baffati baffato bagagliaio
    bagnato balestra barra barre basso batteria batterie battuta baule biadesivo bianca bianco bicchierini biella bielle bielletta biellette
    bilanciere bilancieri bimassa blocca blocchetto blocchi blocco bobina bobine bocchett bocchettone boccola boccole bombata bombola
    borchia borchie bordo bottone braccetti braccetto bracci braccio bracket bronzin bronzo brugola bulbi bulbo bullone bulloneria bulloni
    cablaggi calamita calcio calettata calore calotta calotte cambi cambio camma camme campana campanatura canale canalizzat candela candele
    candelett canna cannello cannotto capo cappelliera cappello cappottina cappuccio carboni carburante carburatore carcassa cardanico
    cardano carena carenatura carica carrello carrozzeria carter cartone cartuccia cassa cassetta cassetto cassoncino cassone catadiottro
    catalitico catalizzatore catalizzatori catena catenaccio catene caucciu cavetto cavi cavo centrale centralina centraline ceppi ceppo
    ceramica ceramici ceramico cerchi cerchione cerniera cerniere chiave chiavetta chiavi chilometri chiodo chiusura chiusure cicalino
    ciglio cilindretti cilindretto cilindri cilindro cinghi cinghia cintur cintura cinture clacson clima climatizzatore clip codolo cofani
    cofano coibente collare collaudato collettore collettori collo colonna colonnetta colonnette colore coltello comandi comando commutatore
    compatibile compatibili compensatore completa completo comprensiva comprensivo compressore compressori con condensatore condensatori
    condizionamento condizionata condizionatore condizioni condotti condotto confezione coni coniuge connettore connettori consegna consumo
    conta contachilometri contagiri contatti contatto contenitore contrappeso controllo contropiastra conversione convertitore convogliatore
    coperchio copertura coppa coppe coppia coppie copri corda cordone cornice corpo correttore corriere corto cremagliera cremagliere cric
    cristalli cristallo croce crocera crociera crociere cromata cromate cromato cruscotto cuffia cuffie cuneo cuoio curva cuscinett
    cuscinetto cuscini cuscino dadi dado debimetri debimetro deflettore deflettori degasatore densit dentata depressione depressore destra
    deviatore deviatori devio devioluci diaframma diagnostica diametro difettoso differenziale differenziali diffusore dinamo diodi
    direzionali direzione disaccopp disaeratore discesa dischi disco disidratatore disponibile disponibili dispositivo distanziale
    distanziali distanziatore distributore distribuzione doppia doppio durata elastica elastiche elastici elastico elettr elettric
    elettroiniettore elettropompa elettrovalvola elettroventola elettroventole emblema entrata equilibratore esente espansione essiccatore
    estensione esterna esterni esterno estrattore etichetta evaporatore fanale fanali faretti faretto farfalla fari faro fasce fascetta
    fascette fascia fasi fattura feltrino fendi fendinebbia fermo ferodi ferodo ferro fiancata fianchetto fibbia filettato filettatura fili
    filo filtrante filtri filtro finestrini finestrino finitura fissa fissaggi flangia flauto flector flessibile flessibili fluido flusso
    fodera fodere folle fondo forata forati forato forcella forellati fori fornitura foro frecce freccia fregi frenante frenata frenatura
    freni freno frigorifero frizione frizioni frontalino fulcro fumo funzion funzionante funzionanti fuselli fusello fusibile fusibili
    fusibiliera fuso galleggiante galoppino galvanizzato gambo ganasce ganascia gancio garanzia gemelli gemme generatore geometria ghiera
    ghisa giallo ginocchio girante giro giunti giunto giuntura goccia gomito gomma gommapiuma gomme gommini gommino gradi grado graffetta
    grano grasso gratuita gratuito grigia grigio griglia griglie gruppo guaina guarnizione guarnizioni guida guide guscio idraulica
    idraulico idrogeno idroguida illuminazione imballaggio imballo imbottitura imbuto immediata immobilizer impermeabile impianti impianto
    impugnatura incidentata inclinazione inclusi incluso indicatore indicatori indurito induttivo inferiore infrarossi ingranag ingranaggio
    ingresso iniettore iniettori iniezione innesco innesti innesto inox insegna inserto insonorizz installazione integrale interasse
    intercambiabile intercapedine intercooler intermedio interna interni interno interruttore interruttori inverno iridio isolante kit
    lambda lamiera lamierino lamina lampada lampade lampadin lampeggiante lampeggiatore lampeggio largo lastra laterale laterali lato lava
    leggero legno lente lenti lettore leva levatoio leve leveraggi levetta libero limitatore linguetta liquido livello longherone
    lubrificante lubrificazione lucchetto luce luci luminoso lunetta lunga lungo lunotto macchina magazzino maglia magnete magnetico
    manicotti manicotto maniglia maniglie maniglione mano manometro manopola manopole manovella manutenzione marca marce marcia marmitta
    marmitte martinetto maschera mascherina mascherine massa materiale mazzetta meccanica meccanico meccanismo membrana mensola mensole
    metalliche metallico metallo microfiltro minigonne miscelatore misuratore modanatura modanature modulo molla molle molleggiato molleggio
    monoblocco montaggio montante montanti morsa morsetti morsetto mostrina motore motori motoriduttore motorino mozzi mozzo multifunzione
    multimediale nastri nastro navigatore nera neri nero nottolino nucleo numero nuova nuove nuovi nuovo obiettivo occhiello occhio offerta
    officina olii olio ombra omocinetico omologata omologato opaco originale originali ornamento oscillante oscillanti oscurati ottica
    ottico ottime ottimi ottimo ottone pagamento paia paio paletta palo palpebra pannelli pannello panno parabola parabrezza paracolpi
    parafanghi parafango parafiamma paraolio parapolvere parasassi parasole paraspruzzi paraurti parcheggio pari parte parti particolato
    passacavo passanti passaruota passeggero pasta pastello pasticca pasticche pastiglia pastiglie pattini pattino pedale pedali pedaliera
    pedana pelle pellicola per percussore perfette perfetto pernetto perni perno pescante pezzi pezzo piantone piantoni piastra piastre
    piastrina piatti piatto piccolo piede pieno pinza pinze pioggia piolo piombo pista pistoncino pistone pistoni pivot plafoniera plancia
    plastica plastiche platino pneumatici pneumatico poggiatesta poliuretano polmoncini polmoncino polmone polverino polverizzatore pomelli
    pomello pompa pompante pompe pompetta ponte porta portabagagli portabici portaoggetti portapacchi portatutto porte portellone portiera
    portiere posacenere posizione posteggio posto potenza potenziato precamera predisposizione predisposto prefiltro premistoppa presa prese
    pressione pressostato prestazioni prezzo prigioniero primario prodotto profili profilo profumo proiettore proiettori prolunga protettore
    protezione protezioni provenienza pulegge puleggia puleggie pulsante pulsanti pulsantiera puntale punteria punterie puntone punzon
    quadrante quadri quadro qualit racc raccordi raccordo raddrizzatore radiatore radiatori radio raffreddamento rail rame rapporto
    raschiaolio razze recupero reggi reggispinta registro regolabile regolabili regolatore regolatori regolazione relai rele relè resina
    resistente resistenza reso restauro retina retro retronebbia retrovisore retrovisori revisionata revisionato ribaltabile ribassata
    ribassato ricambi ricambio ricircolo ricondizionato riduttore riduzione rifasatore riflettente riflettore rifrangente rigati rigenerata
    rigenerati rigenerato rilevatore rinforzata rinforzato rinforzo rinvii rinvio riparazione ripartitore ripartizione ripetitore
    ripiegabile riscaldamenti riscaldamento riscaldata riscaldato ritegno ritorno rivestimento rodato rondella rondelle rosso rostro rotella
    rottura rotula rulli rullo rumore ruota ruote sagoma saldato salita satellite satelliti sbrinatore scambiatore scanalati scanalato
    scarichi scarico scarpa scatola scatoletta schermo schienale schiuma scintilla scivolo scocca sconto scorrevole scritta scritte sedile
    sedili segmenti segnale selettore selettori sella semiasse semiassi semicuscinetti semiluc semisupporto sensore sensori senza separatore
    serbatoi serbatoio serie serpentina serratura serrature servizi servo servofreno servosterzo sfera sfiatatoio sfiato sicurezza
    sigillante silent silenziatore silenziatori silicone simbolo simmering simmetrico sincronizzatore singola singolo sinistra sintetico
    sirena sistema slitta smontaggio smontata smontato smorzatore snodato snodi snodo soffiante soffietti soffietto soglia sole sollevamento
    sollevatore sonda sonde sospensione sospensioni sospeso sottoporta sottoscocca spazzola spazzole specchi specchietti specchietto
    specchio specifico spedizione spedizioni spessore spessori spia spillo spina spingi spinotto spinterogeni spinterogeno splendido
    spoilers sportellino sportello sportiva sportive sportivi sportivo spruzzatore spruzzo spurgo squadretta stabilizzatore stabilizzatrice
    staffa staffe stagno stanghetta stantuffo statore stelo stemma stemmi sterzante sterzi sterzo stop striscia strumentazione strumenti
    strumento stufa sulla superiore supporti supporto surriscald tachimetro taglio tamburi tamburo tampone tamponi tanica tappeti tappeto
    tappezzeria tappi tappo targa targhe tassello tastiera tazza tela telaio telecamera telecomando telescopico temperatura tendi
    tendicinghia tenditore tenditori tensione tenuta tergi termica termico terminale terminali termointerruttore termoplastica termostati
    termostato terzo tessuto testa testina testine tetto tettuccio timoneria tirante tiranteria tiranterie tiranti tondo tornito toroidale
    torsione trafilato traino traliccio trapezi trapezio trasmettitore trasmissione trasparente trasponder traversa traverso trazione
    triangoli triangolo tromba trombe tubazione tubazioni tubetto tubi tubo tucano turbina turbo ugelli ugello ultrason unghia unita usata
    usate usati usato uscita usura utensile valvola valvole vano vapori vaporizzatore variabile variatore vasca vaschetta vaschette vaso
    veicoli veicolo ventilata ventilati ventilato ventilazione ventola ventole verde vernice vernici verniciare verniciato vetri vetro
    vettura vibrazioni viscos viscostatico visiera vite viteria viti vivavoce volani volano volante volanti volumetrico vuoto xeno zavorra
    zincato zoccolo
    biscottina conducente grezzo rotto stagioni stato
    arancion viola satinat danneggiat graffi demolizion provenient buon codice riferiment articol produttor riscaldabil abbattibil aterm
    ossatur musett locar ripar sottomotor minigonn fascion catarifrang basament pretensionator bagaglier portacener ruotin ricevitor
    immobilizzat lucciol mascheron codin decantator valvolin potenziometr sterzatur ammaccat ammaccatur rotta aletton ambra appendi
    assicur autoric bottigli brunit cablat calandr canalin cappott cavalletto chiusur cofan collegament conchigl consegn convogliator
    coprisedil dischett disponibil elettromagnet etichett fermacav ferramenta fianc guarnitur imbottit incollat introvabil meccanic mobilett
    montat mozz ordin ottic pannell parafang pezz portabottigl portamonet poggiapied prodott punton rarissim recuperat regolazion
    restaurat retrocamer riparator rivestit rotaz sblocc scont seminuov sfridi smalt soffiett spedit spessorament stabilizzator sventol
    tachigrafo tapp tergilunott trasparent valvol vaschett verificat zanzar
    inclus compres pollic ottimal smart0 visibil grand0 pochi segni righe funzionament omaggi prezz trattabil
    paraurt flussometr bracciol cilindric contachil copriced coprimozz cromatur fanalin gommatur griglietta listell maniglier motorett
    pedalin plafonier profilat promozion raccorderi specchiett staffett strumentin tassell telai tendin traversin verniciat vetrin sconta
    vendita
    misur cigno leveragg scambiator bocchettin tubazion collettor fendin rivestiment serigraf autotelaio bilancin braccett brancard bulbett
    calandrin candelott capott cavett ceppett chiavett ciabatt cofanett comandin contagir coperchi corpetto crociett cuneett deviator
    disgiuntor distanzial elettrovent fasciett filett flessibil fondell fusibil galopp ganasc gommin guarniz impiant incastr ingranagg
    interruttor lamierat levett lucidat mancort manicott mensol mozzett nottolin occhial olier paracolp parapolv parasass passaruot pedivell
    pianton pinz pistoncin pollin portafusib portatarg posacen predispost pulegg pulsant raschiaoli registr regolator rinfianc ripartitor
    rondell rotell ruot scatol schermatur schienal scocch scorrevol serratur sfiat smorzator soffiator spazzol specch spingidisc sportell
    stantuff sterz strisc supportin tachimetr tamburell targh telecamer tensionator testin tiretto torrett tromb tubicin ugell valvolett
    ventol`,
  es: `
    anticontaminacion boya cerquillo dorado granate intermitencia marron navegador plata
    abatible abombado abrazadera abrillantador acabamento accesorio accionador accionamiento aceite acelerador acero acolchado
    acondicionado acoplamiento acople activado actuador adaptacao adaptador adhesivo aditivo admision adorno aforador agarre agua aguja
    agujero ahumado airbag aire aisladora aislante ajustable ajuste alambre alarma aleacion aleron aleta alfombra alfombrilla alimentacion
    almohadilla alojamiento alta altavoces altavoz alternado alternador alto altura aluminio alza alzacristal alzador alzalunas amarillo
    amarre ambar amortecedor amortecedores amortiguacion amortiguado amortiguador amortiguadores amplificador ampolla anagrama ancho
    anclaje anillo antena anticongelante antiniebla antirrobo antivibracion apagado aparcamiento apertura apoyabrazos apoyo aprieta arana
    arandela arbol arco armadura armazon arnes arrancador arranque arrastre arruela articulacion articulado asas asidero asiento asistente
    asistida aspa autodemolizione autoparte autopartes autorradio auxiliar avisador baca bajo balancin balata balero baleros baliza
    ballesta balona bancada banco banda bandeja bandejas bano barra barramento barrera barril bastidor batente bateria baul bendix bicos
    biela bieleta bieletas biellas bimasa bisagra blanco blindado blindaje bloque bobina bobinas bocina bola bolsa bomba bombilla bombillo
    bombin borne borracha borrachas botador botella boton braco bracos brazo brida brillante bronce bucha buchas buje bujia bujias bulbo
    bulon bumper burlete butaca caballete cabecera cabecote cabeza cabezal cabina cabine cable cableado cabo cabos cadena caja cajetin
    cajuela calandra calavera calco calcomania calefac calefaccion calefactor calentador calibre calidad caliente caliper calota calotas
    calzo camara cambio cambota camisa campana canalizacion canister cantonera capo captador capuchon carbon carburador carburante carcaca
    carcasa cardan carga carretera carril carrocera carroceria carter cartucho casco casquillo catalisador catalitico catalizador catalogo
    catalogue caucho caudalimetro cenicero centrador central centralita centro ceramica ceramico cerradero cerradura cerrojo chapa chasis
    chaveta chicote chollo choques chorro cierre ciguenal cigueñal cilindrico cilindro cinta cinto cinturon clausor clavija claxon
    climatizacion climatizador cobre coche cocuyo cofre coifa cojin cojinete cola colector coletor collarin columna columpio com comando
    combustible combustivel compatible compensador completa completo compresor comprobado compuerta computadora con concentrico condensador
    conducto conector conexion conico conjunto conmutador cono consola consumo contacto contenedor contrapeso control convertidor copela
    cordon coronas correa correas corredera corredero correia correias cortavientos cortina cortinilla corto costado coxim coxins
    cremallera cristal cromada cromado cruceta cuadrado cuadro cuarto cubeta cubierta cubo cubre cuchilla cuello cuenta cuentakilometros
    cuentarrevoluciones cuerda cuero cuerpo culata culatin cunas dado damper debimetro defensa deflector defletor delco dentada deportivas
    deportivo deposito depresor derecha derivabrisa derivacion derivador desague descanso desempanador desgaste desguace deshidratador
    deslizante desmontado despiece desplazamiento detector devolucion diafragma diagnostico diametro dianteira dianteiro diferencial
    difusor diodo direcao direccion direccionales dirigida disco discos disipador disponible dispositivo distancia distribucion
    distribuidor doble dobradica dosificador duradero dureza ecualizador efi ejes elastica elastico electric electrobomba electronica
    electronico electrovalvula electroventilador eletroventilador elevacion elevador elevalunas embellecedor emblema embolo embrague
    embraiagem embreagem embreagens empacadura empaque empujador empuñadura encendedor encendido enchufe enfriador enfriamiento enganche
    engate engranaje engrase enlace ensamblado ensamble entrada entrega envio equipamiento equipo escapamento escape escobilla escobillas
    esfera esferica esmerilado espaciador espadin esparcidor esparrago especial espejo espelho espiga espiral espoiler esportiv espuma
    estabilizador estabilizadora estado estanco estandar estanque estator estrella estriado estribera estriberas estribo estructura
    evaporador exacto excentrica exhaust expansion exterior extractor fabrica fabricado fabricante factura faja faldilla faldon fanal faro
    farois farol faroles farolins faros fascia fechadura fibra fija fijacion filtrante filtro filtros flauta flexible flexivel floja
    flotador flujo foco forrado forro freio frenada frenado freno frenos frente friso frisos frontales fuelle fuerte fuerza funcionando
    funda fusible fusilera fusivel gancho garantia garra gases gato gemela generador genuina geometria giro globo golpes goma gomas gomita
    grapa grasa gratis gratuito gravedad grelha grifo gris grupo guantera guarda guardabarro guardabarros guardafango guardapolvo
    guarnecido guarnicion guia guinos habitaculo hembra hermetico herraje herramienta hidraulica hidraulico hierro holgura homocinetica
    homocinetico homologado horquilla hueco hule humo iluminacion imagen imantado importado impulsor incluido incluye indicador indice
    inductivo inferior injecao injetor injetores inmediata inmovilizador inoxidable inserto insonorizante instalacion instrumentos
    intercalado intercambiables intercambiador intercooler interior intermedia intermitente interruptor invierno inyeccion inyector
    inyectores iridio izquierda janela jaula jebe juego junta juntas kilometros kit laca lado lamas lambda lampara lanterna lanternas
    lanzador larguero lateral latiguillo laton lavador lavafaros lavaparabrisas letrero levanta levas libre licuadora liga limitador limpia
    limpiador limpiaparabrisas limpieza liquido liston liviano llanta llave lona lonas longitud lubricante luces luna luneta lunotto luz
    macaneta macho maleta maletero mandibula mando manecilla maneta manetka manga mango mangueira mangueiras manguera mangueta manguito
    manija manilla manivela manometro maquina marcha marco mariposa martillo masa mascara matricula maxilas maza mazo mecanica mecanico
    mecanismo mechero medidor medio mejorado membrana mensula meses mestre metal metalico mezclador mirilla modulo molas moldura monobloque
    montado montaje montura morado mordaza moto motor motores motorpartida motriz movil mueble muelle muelles muito multifuncion multimedia
    munon naranja neblinero negra negro neumatico niebla nivel nucleo nueva nuevo numero obturador ocasion odometro oferta oido ojal optica
    orificio original oring oruga oscilante oxigeno painel palanca paleta palheta palhetas palier panel pantalla paquete para parabrisas
    paracaidas parachoque parachoques parafuso paragolpe paragolpes paralama parasol pare parlante parrilla parte particulas pasador
    pasajero pasarueda paso pastilha pastilhas pastilla pastillas patas patin pecas pedal pedalera pegatina pelicula pera perfectas
    perfecto perfil perforado perilla perno persiana peso pestillo petaca piel pieza piezas pila pilastro pilier piloto pilotos pinca
    pincas pinhao pinon pintado pintura pinza pisadera pisca pistola piston pistones pivos pivote placa plafon plana plancha plastico
    plateado platillo platino plato plegable pletina plumas plumilla plumillas polainas polea polen polia poliuretano polvo pomo porca
    porta portabici portaequipaje portaequipajes portaesquis portaetiquetas portalon portaobjetos porton posicion potencia potenciometro
    precalentador precalentamiento precamara precio prefiltro prensa presion presostato pretensor primario pro-kit probado procedente
    profesional programado prolongador proteccion protector puente puerta pulido pulmon pulsador pulsera pulverizador punta puntera purga
    purgador quemador racores radiador radiadores radio ramal ranura ranurado rascador rastra rayado rdw reacondicionado rebaje recambio
    recambios recipiente recirculacion reconstruida reconstruido rectificado recto recubrimiento redondo reductor refaccion refacciones
    reforzada reforzado refrigeracion refrigerante refuerzo regenerado reglaje regleta regulable regulador reja rejilla rele relevador
    reloj remachado remache remolque rendimiento reparacion repartidor repetidor repisa reposabrazos reposacabeza reposicao repuesto
    repuestos resbaladera reservatorio resistencia resonador resortes respaldo retardador reten retenedor retentor retentores retorno
    retroiluminado retrov retrovisor retrovisores reverso revestimiento revisado revision rigido rines ring rociador rodamiento rodamientos
    rodas rodillo rojo rolamento rolamentos rosca rotor rotula rotulas rueda ruedas ruido salida salpicadera salpicadero sanfona satelite
    segmento seguridad seguro selector sellado sello semiaxial semieixo semieje seminuevo semirremolque senal sensor separador servicio
    servo servofreno silenblock silenciador silencioso silentblock silicona simetrico simple sin sincronizado sincronizador sinfin sirena
    sobre sobrealimentador sobremesa solapa soldado solenoide sombrerete sonda sonido soplador soporte soportes sostenedor stock suave
    suelo suelto sujecion superior suporte surtidor suspensao suspension tabique tablero tacometro tacos taladrado taloneras tambor
    tambores tampa tanque tapa tapabarro tapabarros tapete tapetes tapiceria tapizado tapon taque tarjeta taza techo tela telescopico
    temperatura templado templador temporizador tendido tensor tercera termica termico terminais terminal termocontacto termostatica
    termostato testigo tiempo tijera tinte tirador tirante tobera toldo toma tope tornilleria tornillo torpedo torreta torsion traba
    traccion tramo transmision transmisor transparente trapecio trapezoidal traseira traseiro trasero travao travesanos travesaño traviesa
    triangulo trinquete tripoide trizeta trompeta trompo tuberia tubo tucho tuerca tulipa turbina turbo umbral unidad union universal usada
    usado vacio valvula vara variable varilla vaso vastago vedacao vehiculo vehiculos velas velocidad velocimetro ventana ventanilla
    ventilacion ventilada ventilado ventilador ventoinha verde vibracion vidrio vidro vidros viga viscoso visera visivel volante voltaje
    zapata zapatas zapatos zincado zocalo zumbador
    corredizo extensible facia imprimado organizador roto tocador travesano
    pasarrued catadioptr subchasis moqueta brillo defectuos danad calefactable impecabl desgast rayas raya abollad desguac montad desmontad
    reparad probad verificad factur jueg nuev rebaj liquidac compatibl adaptabl referenci codigo articul vendo venta comprar entreg aletin
    alfombrill amortiguad anclaj antinieb apoyacabez apoyabraz carroc catalizad caudalimetr cenicer cerradur coderas condensad consol
    cortinill cremaller cuadr culat delanter desenganch distribu elevalun embellec embrag encendid enganch escobill evaporad faldill fuell
    guarnec guanter inmoviliz intermitent izquierd lunet manet manguit maniv neumatic parabris paragolp parrill pastill persian pletin
    portaequip portamatricul pulsad reenvio refuerz rejill reposa resistenc rodill rotul salpicad semiej servodirec soport subwoof suspens
    tapizad trasmis travesan varill velocim ventanill visagra viser zapat
    pulgad precint reparac
    aranaz garantiz portes unidades usad alerones altavoc bandej barras botoner brazos bujes calefacc carenad centralit contactor cubiertas
    instalac mandos molduras opticas paneles pedaler pinzas plafones portones regulad reles relojeria silentbl tamboret tapacubo toberas
    torretas tubos vasos ventilad garantias instalad
    cazoleta silemblock compensad casquill cigue termocontact ventosa electroval potenciometr portalampar travesas`,
  brands: `
    3rg 4max abakus abarta abe ac accel acdelco acdelcogold acdelcoprofessional adcarlights addinol adl advanceauto advics ae aem aeolus
    aeromotive aeromotivefuel aerotwin aerpro afe agc agco agility aims airaid airax airlift airraid airtec airtex airtexmaster aisin ajusa
    akebono akrapovic alca alco alemlube alenza alkar allegro allmakes allstar alpharex altrom aluron ama americanmuscle americantrucks
    amio amos amsoil andersen antigravity anzo apdi apdty apec apexi apr aragon arctic aristar armordillo arnley arnott arrma asc ascot
    ashika asmet aspl assso ate atec ati atoto atp atturo audison autel autlog autodoc autoeuropa autofren autoglym autohak autolite
    automega automuto autopa autopal autopart autopartsdirect autosaver88 autoshack autotecnica autoventshade autozone auxbeam auxito ava
    avs awe ayd b&w baer bajadesigns bakflip bakrak baldwin bando banner bapmic bardahl barnes barricade barricadeoffroad barxis bastuck
    bbk bbs bds beamtech bearmach beck beckarnley behr behrhella belltech bendix berga berryman beru bestop bfgoodrich bga bilstein bilsten
    birfield birth blackline blacktech blaupunkt blic blicauto blox bluedriver blueprint bmc bmr boge boostrpro borg borgbeck borgwarner
    borla bosal bosch boschqualitycast boschrexroth bougicord boxi brabus bratford braum brembo bremboxtra bremi bridgestone brink brisk
    britpart bsg buddyclub budweg bugiad bully bullydog buss buyautoparts bwd callahan calorstat camburg carboncreations carbotech carbovic
    carbox carchet cardone carello carista carli carlson carlsson carnice carpart24 carparts4less carquest carter castrol cat catalysts
    caucho cauplas cautex cciyu centerforce centra centric centricparts cepsa certifit cevam champion chemical cifam cipher clarion clazzio
    clean clevite cloyes clutchmasters cnc coast cobb cofap cognito cometic comline comma compustar connects2 continental contitech
    cooltech corbeau corteco cougarmotor couture covercraft coverking coxmate croni crosland crower crux csf ctrk currie curt cworks daco
    dagger daikin dapt dasaita dasbecan dayco daystar db deatschwerks dectane delco delphi delphilockheed denckermann denso depo depolight
    derale detroit detroitaxle diablosport diamondback diederichs diesel-technic dinitrol directed ditas dnamotoring dnj do88 dobinsons
    dolz doma donaldson doowon dope doria dorman doug-thorley drake drawtite dri drivestar drivetec drivewire driveworks dsparts dta dte
    dtspare dunlop duraflex duralast duralastgold dwvo dynatrac dynavin dynomax eagleeyes eautopart ebc eberspacher eccpp ecs edelbrock
    edgeproducts eec eibach eicher eimkeith einparts eldix elit elmasline elmos elring elstock elta elwis eneos energy energysuspension
    enginetech enkei enterex eonon era eraco erich erisin ernst ert ertl essgoo eurocarparts eurol evanfischer evergreen everstart
    evomanufacturing exedy exide extang eyes eyourlife eyquem ezonetronics fabfours fabtech facet fae fag fahren fai falken farad fare fass
    fcp febest febi federal feiparts felpro fenno fenox ferodo ferodoracing ferrita festo fia fiamm fidanza filtron finwhale firestone
    firstline fischer fispa fk fkautomotive fleetguard flexalite flexzon flowmaster fluidampr fluidyne focal fomoco forcegt forge fosgate
    fourseasons foxracing foxshox foxwell fram frap freccia freeship freeshipping fremax frenkit friedrich frigair frogum frontrunner fsb
    fte fuchs fuelab fumoto fuyao gabriel galfer galia garagepro garrett garvin gates gatesgsp gatorback gdw gebe gemballa genuinehyundai
    germban geyer gibson gibsonperformance girling gkn gktech gladen glaser glavista gledring glyco gm gmb gobain godspeed goetze gomet
    goodmark goodridge goodyear gorhino gpd graf greddy gsf gsp gspdrive guardian guzu hagus hakpol halla hamann hankook hanon hans
    hardrace hart hartauto hasport hastings hawk hawkeye hawkperformance hayden hays hazell heko helix hella hellwig hengst hepu herth
    hertz heyner hfp hicksa highway hikari hilites hitachi hks hoffer holley holset hondata hooper hosaja hotchkis hotshot hpcc
    hperformance huasin huco hughes hurst husky hutchinson hypercoil hypertech iat icer ichiban ichikoh idatalink ihi iko ikon impergom
    imperium in-pro ina industry ineedup ingo injen innova innovations inpro instyle intermotor interstate introtech invidia iparlux ipsa
    ironcross ironman ironmansuspension iskra isky isotta isudar izawit j'sracing jacksonville jaeger jakoparts janmor japanparts japko jba
    jbaexhaust jbl jc jdma jcpremium jegs jetex jks jlaudio jmautohaus jmj joes johns jom joying joypart jpgroup jrone junsun junyan juratek
    jurid justfit jvc k&n kaixin kale kamei kamoka kandn katzkin kautek kavo kawasaki kawe kax kayaba kbd kchilites kelsa kenda kenwood
    kerr kerscher keystone kicker kilen kingshocks kingsprings kitt kkk klarius klokkerholm kmc knecht knorr koito kolbenschmidt koni konig
    kooks kooltech koolvue koyo koyorad kraft kraftwerk krauf kryptonite ksh ksport ktr kuafu kumho kustom kyb lasfit lauber launch ledglow
    lemark lemforder lesjofors letrika lighting liland lingk liqui litens lizarte lkq lloyd lloydmats lmi lobro lockheed loctite loebro
    lomax longacre loro lotos lpr lucas luisi luk lumenition lumma lund luverne luzar lynxauto mackin maestro magnaflow magneti
    magnetimarelli magnuflow magnuson mahle mando mann mannfilter mannol mansory mapco marelli mastersport maxdekor maxgear maxlife maxpart
    maxpeeding maxpeedingrods maxpider maxtech maxton maxtrac maxxis mayasaf mbrp mcleod meat meatdoria mecafilter megan meguiars meguin
    mekede melett melling menabo metalcaucho metalcloak metelli metra metzger mevotech meyle mfilter miba michelin mickey mictuning milltek
    mintex misfat mishi mishimoto mister-auto mitsuboshi mobil mobiletron mobis mocw mogul moll moly momo monark monroe montblanc moog
    mopar morimoto moroso motaquip motofab motometal motoos motorad motorcraft motorcraftsp motorsports motul mountune msd mtech mtr mts
    mugen mugenpower muller murray nachi namco nankang napa nardi narva nationwide nbsuk ncr needa neolux neuspeed newyall nexus
    nfab ngbs ngk nibk nicshe nilight nipparts nissens nisshinbo nitto nix nk noak nolathane nordglass norplast novak novitec novline novus
    npw nrf nrfauto nrg nsk ntk ntn nty nural obdlink ocap ochsner ocpty odm oedro oemmaxgear oer ogura ohlins olcar oldmanemu olimpia
    omixada omp omron opt7 optibelt optimal oracle oreilly oris orlen osc oscaro osram oto otto overkill oximo oz pac pacesetter pagid
    parktronic parts partsbigboss partslink partssquare partsynergy pascal patron paxton payen pedders pelican pennyparts pennzoil
    perfection perrin petex petrem petronas phastek phc philips philtop piaa pierburg pilkington pioneer pipercross pirelli pmc pmm
    poisonspyder pol polcar polcarauto polmo polmostrow popstic porterfield powerflex powerflexusa powergrip powerhouse powermax powerstop
    powervision ppe prasco precisionplus prestolite pries prima2000 prinsu print procar procharger procomp proform prothane proz ptx
    pumpkin purflux purolator putco q8oils qh qmuk quadratec quaro quinton r1concepts raceline racingline racor ragazzon raicam raid ramsey
    rancho rareelectrical ravenol raxiom raybestos rbi readylift recaro redline redrock reese rein reinhoch reinz rekaro remsa remus remy
    repset repsol retrax rezaw rezawplast rhinorack ridepro ridex ridge rieger rigidhorse rigidindustries rigum rimorchi rislone
    z16 z17 z23 z26 z36 quickstop thermoquiet drivealign prograde maxgrade carhartt sema dacco modine maxbrake ucw santech arp pypes hedman raceland findauto aodhan maxorido autoxbert feipars daysyore torchbeam
    partsw mostplus labwork bdfhyk anpart irontek metrix adigarauto tupart trupart fcs pronto quickstrut strutsource 1aauto partsgeek
    jdmspeed kojem fspo oakmotor tkdmr ddbl xbhnpro hercoo ammoon geargo mecoyno utsaauto vipmotoz autodynasty lbrst akkon coverlay
    bullybelt tonnopro paceedwards ramteez agricover weatherguard deezee uws blueox demco incab bushwacker bushwhacker carrichs brite
    ranchhand bestkits stehlen euroactive junstar gridiron polardiesel coplus dynofit fcpeuro 4wheelparts tensun hiflow nicecnc motorbymotor
    detroitspeed banksengineering gearwrench lisle oemtools flyzmoto autosource tecoom naxxis hopkins torklift camco tuffy vansky dickcepek
    gumout seafoam inno malone saris swagman kuat
    conti semperit nokian borbet azw loen barum uniroyal firestone yokohama toyo falken kumho vredestein nexen
    roadcomforts rockauto rocket rockford rockkrawler rodtech rollnlock ronal rosstech rostra rotiform roughcountry rowe royal rpmtech rts
    rugged ruien ruville s&b sabelt sachs sagear saint saintgobain saleri sam samco sammitr sampa sampiyon sankei sasic schaeffler
    schlieckmann scitoo scorpion scosche scott sct sctperformance sealedpower sealight sealpower securit seibon seicane seiko seinsa
    sekurit selenia sentech setrab shaftec sherman sherwood sidat sidem siemens siemensvdo sil simoni simons simota sinter sinterflex skar
    skf skunk skunk2 skv skyjacker smartcap smartliner smartsense smittybilt smp snr snugtop sofima sogefi solas sonax sonnax sony
    southbend southerntruck sparco spc spd specd spectreperformance speedform speedmaster spicer spidan spilu splintex splitfire
    spoonsports srl srline stabilus standardmotor standox stanley stant stardax stark starkauto starline startvolt statim stc steeda
    steinhof stoptech stp strongflex strutmasters suncore suncoreindustries superchips superlift superpro superspring supersprint supertech
    superwinch suplex supreme supremeparts supremesuspensions suspensions swag swf sylvania synergy taiwan taiwanese takata talosa tanabe
    tarabusi tatonka taylor tci techart technic technik technix technology tecneco tecnoplast tein teknorot tekonsha telpo tenneco teraflex
    teroson terrafirma tesma textar teyes thermotec thinkcar thule timbren timken timmen titanfuel tjm tokico tomex tools topdon topla
    topran topwheel totalchaos toughcountry toughdog tourmax toyo trackone tracktech trailmaster trakmotive transgo transmax trialli
    trickflow triclo trico tridon triscan trq truckmatebox trucktec truefit truhart truxedo trw tsuen tudor tungsram turborail turbosmart
    turn14 tuxmat txbilmoo tyc tyger uac ufi ulo ulter ultragauge ultrapower umbra unipart unipoint unitronic unity uro usamotors vagcom
    vaico valeo valeophc valucraft valvoline van-wezel vanwezel varis varta vdo vdoelectric vehtec vema vemo vernet vertex vevor
    vibracoustic vibrant vicrez victor victorreinz vika vinguru viofo vishnu visionx vogtland vorner vorshlag vortech vossen wabco wagner
    wagnerbrake wagnerlockheed wagnertuning wahler wai walbro walcar wald walker walkerexhaust walkerquiet walser weathertech wega weiand
    weitec wells westfalia westin wezel whiteline whitelinegroup whoopbuggy wifix wilwood winjet wiseco wix wurth wynns xclutch xenondepot
    xino xkglow xtrons xtune xyg yakima yamato yec yenmak yitamotor yokohama yuasa zender zerostart zf zimmermann ziste zkw zoneoffroad
    zroadz zunsport
    mais onsan mga ibras ucel pleksan veka anka gua skt supar supsan kraftvoll kormas beral doga petlas lassa elart acrolcar akron alanko
    alko alfaeparts alfarome ampro armafilt ashuki asso assoo asva asam aspock astemo attec autex autofilter autoteam autotechteile axis
    azumi btech bapco basbug bcguma beler bfparts bluestar bogap borsehung brecav brembopads brovex caffaro calix carberry carcommerce
    carpartscat castex ceam centramet citec cofle continentalctam csgermany dafmi dakatec dako dana danaparts debica deltaauto depa
    dipasport djparts duell dynamatrix ecoparts edelmann efiautomotive electricx elf elofic elparts emmerre engitech erling ermax esen estas
    eurobump eurofren eurorepar facomax fagumit federalmogul ferlux fersa feuvert filtrak fimex fitshi flennor flexa flosser fomar formpart
    fortune francedur fricrot friesen gazo geko genmot germax gknspidan grunwald gufero gumex haldex haco hanspries hattat hazet hccargo
    hemitech hepa herthbuss hifi hico highlevel hobi huzu idparts ijsgroup imasaf interunion intervalves italmatic izaw japacat japcar jdeus
    jehuti jumasa jwparts kager kaleoto karlmann kashiyama kaco kautex klaxcar klift konwek kraftautomotive krafttech kross krieger kriner
    krosno kroon lavr lecoy lezzfren liquimoly luberfiner magnumtechnology mahleoriginal makot malo mammooth mapro marmitec masterpower
    masterparts mecdiesel melecs meteor metalcau meylehd mgatec mimotor millers miraglio monopol motoprofil motorservice motorherz motip
    msmotorservice multifiller muha natex nevsky norma novoline oemparts oemgermany opar orap orex originalimperium osca oyodo pacol palit
    pemco phcvaleo pilenga pimax plasticar polstar powertec pmax prestonproducts prexa profuse propas prottego proparts qfix quattrofreni
    quickbrake rapro rcracing remante reinzosil rhibo ringautomotive rolcar rotinger rotweiss roulunds ruei samko sardes sata schferer
    schlutter schrader schraml sctgermany scotti seim seintex senfineco seiken sfec shafer siegel signeda simer sinteso skalva skvgermany
    sloviarol smalc solgy sonar spahn speedmate spjauto srlinea sttemplin starmann stellox strongo styx sumitomo sunstar superlub taxim
    tecma teknik tematic tennecowalker testar thermix tico torque totachi tqparts transcar trucklight trusting ttgparts turbomotor unifilter
    unigom uroparts vagparts valvetech vanheck variolux veco venporta vege venol vierol viewmax wagenborg wapfahrzeugtechnik warex weber
    wenderparts wilmink wixfilters woking wosm wxqp xenum yato zekkert zentparts zimmer zollex ztec
    hitachiamk
    hitachiam
    wiechers witter imiola rameder enganches stedall atera nordrive hapro neumann whispbar boschmahle turbomaster schwitzer fonos dinex
    bmcatalysts veneporte romax tomei blitz cusco bcracing coilover stsuspensions vmaxx apsuspension tatechnix lowtec spax apex
    cobrasuspension jamex`,
  cs: `
    aku alternator amortizer autobaterie autodil autodily autokoberce baterie bezpecnostni bila bily blatnik blatniku blatniky bocni bocnice
    brzda brzdic brzdova brzdove brzdovy brzdovych brzdy celist celisti celni cep cerna cerne cerny cerpadla cerpadlo cervena cerveny
    chladic chladice chladici chladicova chladicu chromovany cidla cidlo cistic clona dalkove dalkovy delka demontovany destice desticek
    desticka desticky difuzor dil dilu dily disky displej dlouhy dmychadlo doprava drzak drzaky dvere dveri dvermi dverni dvouhmotny
    dvouhmotovy elektromotor expanzni filtr fixacni funkcni gumova gumove gumovy hadice hadicka hadicky hasak hlava hlavice hlavni hlavy
    hlinik hlinikova hlinikove hlinikovy hnaci horak horni hridel hridele imobilizer interier jednotka jednotky kapalina kapota kapoty
    katalyzator kladek kladka kladky klic klice klicek klika klikova klikovy kliky klimatizace klimatizaci kloub kloubu koberce kobercu
    koberec kola kolecko kolem kolik kombinovany komplet kompletni koncovka koncovky kondenzator kostra kotouc kotouce kotoucu koule kozena
    kozene kozeny kridlo krouzek krouzky kryt krytka krytky kryty kufr kufru kulovy kus kusu kusy kuzelovy levna levny lozisek loziska
    lozisko madlo manzeta manzety matice mechanismus meric mlhove mlhovka mlhovky motoru naboj naboje nabojem nadrz nadrze nadrzka nadrzky
    nahon nahrada nahradni naklapeci naprava napravy naraznik naraznika narazniku narazniky nasavaci nastavec navigace nizky nove novy
    novych obal objimka oblozeni ochrana ochranne ochranny odpor odpruzeni odrazka odvetrani okapnice olejovy opotrebeni opravna opravny
    originalni ostrikovac ostrikovace ostrikovacu osvetleni otackomer ovladace paliva palivo palivova palivove palivovy palubni pant panty
    paprsek parkovaci pasu perforovane pero pevna pist pisty plast plastova plastove plastovy plna plny pneumatika pneumatiky podbeh podbehu
    podberh podlaha podlahy podtlakova podvozek podvozku pohon pojistka pojistkova pojistky poklice poloosa poloosy polstr posilovac
    posilovace potah potahy potrubi pouzdra pouzdro pouzita pouzite pouzity prachovka prachovky prah prahu prahy prednich prepinac
    pretlakovy prevodovka prevodovky prichyt prichytka pricka pricne pripojka priruba prisada prislusenstvi pristroje prisunu privod prodam
    prodej proteze protiprachova provedeni pruzina pruziny pryz pryzova pumpa radicky rainsensor rameno raminko razeni remen remene remenice
    repasovana repasovane repasovany reproduktor reproduktory retez rezerva ridici riditko rizeni rozbocka rozdelovac rozmer rozvod
    rozvodove rozvodovy rozvody rucni rukojet sacharidy sada sady sani sedacka sedacky sedadel sedadla sedadlo sestava setrvacnik siret skel
    skla sklicko sklo skrin skrine skrinka sleva smerovka smerovky snimac snimace snimacu soucast soucastka spalovaci spodni spojka spojkova
    spojkovy spojky spolujezdce spolujezdec sroub srouby stahovacka startovaci stav stavu stena steny sterac sterace steracky steracu
    stinitka stinitko strana strany strecha strechy stredni stresni stupacka stupacky sucha svetel svetla svetlo svetlomet svetlomety svicek
    svicka svicky svorka tazne tazny teplota teplotni teploty tesneni tesnici tlacitka tlacitko tlak tlakova tlakovy tlaku tlumic tlumice
    tmave trubka trubky tryska trysky turbodmychadla turbodmychadlo tyce tycka tycky uhelnikovy uhlik ulozeni upevneni uzaver vack vackova
    vackovy vahadlo vako valce valcek valec valecek valiveni valivy varianta vcetne velmi venkovni viko vlnovec vlozka vnejsi vnitrni vodni
    vody volant volnobezka vstrik vstrikovac vstrikovace vstrikovaci vyfuk vyfukove vyfuku vyhrivane vyhrivani vyklopny vymenik vyprodej
    vyrobce vyska vysokotlake vysokotlaky vystup vyvod vyztuha vzdalenost vzduch vzduchova vzduchovod vzduchovy vzduchu vzpera vzpery
    xenonovy zabky zachyt zadek zadnich zapalovaci zapalovani zarovek zarovka zarovky zaruka zastera zastery zastreni zatka zavaz zaves
    zaveseni zavesu zavit zbozi zdvihatko zhaveni zhavici zimni zlaty zluty znak zpatecka zpatecky zpetne zpetneho zpetny zrcatek zrcatka
    zrcatko zvedak zvedaku zvonkova
    autobateri autoskl baleni baterk bezchybn buben bubny celust cierna cierne desky dovoz drziak funkcn gulovy hadica hlavou hlavov
    homokinetick hrebenov hriadel kablov karburator klb klby klimatizacn kluc kluce klucka klukov kotuc kureni lanka lanko merky metlick
    mierka modra mriezk nalepk neposkozen nepouzit odparovac okenni parkovan piest platnick plechov pneumatik poistk posilnovac poskozen
    pouziti prahov prevodk pruzin puklic pylovy repas riadeni rohoz rucnej skladom skrutk sloupek stahovacek stahovan stierac stredov
    strieborn strmen suprav svieck tahlo tiahel tiahla tiahlo tlmic trmen vackov vana vany vicka vicko vstrekovac vyparnik zachoval zamok
    zanovn zariadeni zdvih ziarovk zlava znaky zotrvacnik zrkadiel zrkadl zvazok
    mrizka mrizky spoustec koncove koncovy nadobka nadobky hreben tehlice napravnice paka packy vysouvaci pritlacny ojnice civka civky
    svazek plovak naftovy saci svody vaha ovladani ovladac budiky pristroj loketni operka operky prihradka predpinac tapecir tapecirung
    vypln vyplne calouneni stropni roletka popelnik radici lanovod pevnych castic litych dojezdove dojezd zarizeni nosic pricniky neoriginal
    zdarma seda sede sedy stribrna stribrne stribrny zluta oranzova hneda hnedy lakovany nelakovany leskly vymena testovano vadny vadna
    rozbity rozbita vrakoviste vyborny vyborn pekny pekne katalogove cislo nastavitelne vystuha hmlovka ostrekovac poloos kruzky retaz
    cievka zeravic sanie vodna vodne ovladanie doska navigacia laktova opierka priehradka popolnik hlavica radenie tlacidlo zadarmo zlta
    zlty horny spodny spodne vnutorny vnutorne vonkajsi vonkajsie stredny stredne bocny bocne poskodeny vyhrievan antiradar autodoplnk brusn
    brzdiace ceny chranic cidl clanek cocka elektroinstal hasici hmatnik hodnot hrdlo hreidel jistic kapot klimakompres kondenzacn kryci
    kridl lanovody litinov lozisk madla modry modre naplast naprav narazov navod objednac ochranna odberatel odpruz oplast opotreb palubov
    pevnostn plneni podsvetlen pojezd pojist polep ponor povlak prepravn pristrojovka prurez redukce rozpern signaln skladem souprava spalov
    stojan sveten tlakov topny trojcest uchyceni ulozen vahy vakuov vetrak vlozky vodic vrtule vstreky vydech vyhybk vykon vystuz vyvaz
    zarovk zasobnik zastrck zdarm zebro zkusebn zvonek
    spatne mesicu mesice splatk nabizim predam bezvadny magic0
    ozubene ridic ridice pevne odnimatelne spolehliv dvirka dvirek mlhova zadniho predniho sklicka spodku lemy lemu zastena trubicka vyveva
    podtlak turba cerpadel vrtulky pumpy topne vyhrivac trysek paralaxa vybojka menic ctecka`,
  nl: `
    aandrijf aandrijfas aandrijfassen aandrijving aanlasser aanslag aansluiting accu accus achter achteras achterbank achterbumper
    achterdemper achterdeur achterklep achterlicht achterlichten achterlichtunit achterruit achterspatbord achterspoiler achteruit
    achteruitrijcamera achterwiel afdekkap afdekking afdichting afstandsbediening afstelbaar airco aircocompressor aircopomp armsteun asbak
    automat automatten bagageruimte bakje balhoofd banden batterij bedieningspaneel bedrading behuizing bekleding beschermhoes bescherming
    beschermkap bestuurder bestuurderskant bestuurderszijde beugel bevestiging bevestigingsset binnen binnenbekleding binnenspiegel
    binnenverlichting blauw bodemplaat boekje bougies bout bouten brandstof brandstoffilter brandstofleiding brandstofpomp buis buiten
    buitenkant buitenspiegel buitenspiegels bumper bumperrooster bussen carterpan chroom cilinder cilinderkop cilinderkoppakking compleet
    condensor contactslot dakdrager dakdragers dakspoiler deksel demper dempers deur deurbekleding deuren deurgreep deurgrepen
    deurhandgreep deurklink deurpaneel deurrubber deurslot deurvanger deze diefstal dikte dimlicht distributieriem distributieset dit doos
    doppen dorpel draag draagarm draagarmen draagarmrubber draaggoot druk drukgroep druksensor dubbele een einddemper eindpijp eindstuk
    embleem expansietank expansievat filter frontje frontscherm fuseekogel gasdemper gasdempers gasklep gaspedaal gebruikt gebruikte geel
    geleider geleiderol geluid gereedschap gereviseerd gereviseerde glazen gloeibougie gloeibougies gloeilamp gordel gordels greep grijs
    grille groen groot halogeen handgreep handremkabel handschoenkastje handvat hefboom hemel hendel het hitteschild hoek hoes hoezen
    hogedrukpomp homokineet hoofd hoofdlicht hoofdremcilinder hoog hoogte houder houders hulpstuk imperiaal inbouw injectie injectoren
    inlaat inlaatspruitstuk instap instaplijst instaplijsten instelbaar instrumentenpaneel interieurfilter interieurlijst jaar kabelboom
    kachel kachelklep kachelmotor kachelradiateur kachelweerstand kap kast keerring kenteken kentekenplaat kentekenverlichting ketting
    kettingset klapsleutel klep kleppen kleppendeksel kleppendekselpakking kleur klok klokkenset knipperlicht knipperlichten knop koeler
    koeling koelvloeistof koelwater koelwaterslang koffer kofferbak kofferbakdemper kofferbakmat kofferdeksel kogel kogelgewricht kop
    koplamp koplampen koplampglas koplampunit koppakking koppeling koppelingen koppelingskabel koppelingsset kort krachtig krik
    kruiskoppeling krukas krukassensor kunststof kussen kwaliteit laadklep laadruimte lage laklaag leiding leidingen lekbak lengte lepel
    lichtmetaal lichtschakelaar lier lijst lijsten linkerkant losse lucht luchtfilter luchtfilterhuis luchtgeleider luchtmassameter
    luchtrooster luchtslang luchtvering luifel magneet matten mattenset met metaal midden middenconsole middendemper mistachterlicht
    mistlamp mistlampen mistlampglas moer moeren motorkap motorkapdemper motorkapgrill motorkoeling motorsteun motorsteunen multiriem naaf
    navigatie neerklapbaar neus nieuw nieuwe nieuwstaat nokkenas nokkenassensor nummerplaat nummerplaatverlichting olie oliedop oliedruk
    oliefilter oliefilterhuis oliekoeler oliepan oliepeil oliepomp onderarm onderdeel onderdelen onderhoud onderkant onderplaat onderste
    onderstel ontsteking ontstekingsspoel oog opbergvak origineel originele pakking pakkingen pakkingset paneel parkeer parkeerhulp
    parkeersensor passagier passagierskant passagierszijde pedaal pedaalrubber plaat plafondlamp poelie pook pookhoes pookknop portier
    portierpaneel portierslot prestatie raam raammechanisme raamopener raamrubber raamschakelaar radiatorgrille rechterkant regelventiel
    rem remblok remblokken remblokkenset remcilinder remklauw remklauwen remleiding remleidingen remlicht rempedaal remschijf remschijven
    remschoen remschoenen remslang remslangen remtrommel remtrommels reparatie reparatieset reservewiel richtingaanwijzer riem roestvrij
    roestvrijstaal roetfilter rood rooster rubberen rubbers ruimte ruit ruiten ruitensproeier ruitensproeierpomp ruitensproeierreservoir
    ruitenwisser ruitenwisserarm ruitenwissermotor ruitenwissers ruitmechanisme schaar schade schakelaar schakelaars schakelkabel
    schakelknop schakelpook scherm schermen schijf schijfset schijven schokbreker schokbrekers schokdemper schokdempers schokdemperset
    schroef schroefset schroeven schuifdak schuifdeur set sierlijst sierlijsten slang slangen slangklem sleepoog slepers sleutel
    sleutelbehuizing sleutels slijtage slotcilinder sloten sluiting snaar snel snelheid spanrol spat spatbord spatborden spatlap spatlappen
    spiegelglas spiegelkap spoel spoorplaten spoorverbreders sporing spruitstuk staal stabilisatorrubber stabilisatorstang stang startmotor
    steekas steekassen steenslag stekker stelmotor steun steunen steunlager stoel stoelen stoelhoes stoelhoezen stofhoes stofkap stoom
    stopcontact stuks stuur stuurbekrachtiging stuurhoes stuurhuis stuurinrichting stuurkogel stuurkolom stuurpomp stuurslot stuurstang
    systeem tandwiel tandwielen tankdop tankklep tankvlotter tapijt tellerklok temperatuur temperatuursensor thermostaat thermostaathuis
    torsie trekhaak trekstang trillingsdemper tussenas tweedehands uitlaat uitlaatdemper uitlaatklem uitlaatpijp uitlaatspruitstuk uitlaten
    universeel vacuumpomp veer veerpoot veerpoten veerschotel velg velgen ventiel ventielen verdamper verdelerkap verduisterd veren
    verlagingsset verlagingsveren verlengstuk verlichting versneller versnelling versnellingsbak versnellingspook verstelbaar versterker
    verstuiver verstuivers verwarmd verwarming verzilverd vlak vliegwiel vloeistof vloer vloermatten vlotter voetsteun volledig voor vooras
    voorbumper voordemper voordeur voorkant voorlicht voorruit voorspatbord voorspoiler voorveer voorvork voorwiel vulling waarschuwing
    waterpomp waterpompset waterslang weerstand wegenwacht wentel wiel wielbouten wieldop wieldoppen wielkast wielkastrand wiellager
    wiellagers wiellagerset wielmoeren wielnaaf wielophanging wielsensor windgeleider windgeleiders windscherm wisser wisserblad
    wisserbladen wissers wit witte zekering zekeringen zekeringkast zelfklevend zij zijdeur zijkant zijknipperlicht zijlijst zijpaneel
    zijruit zijscherm zijskirts zijspiegel zilver zitting zonneklep zonnescherm zuiger zuigers zuigerveren zwart zwarte zwenk
    aanbieding allseason beschadigd beschadiging bladveer bladveren brandstofinjector dakrails deuk differentieel gebarsten gebroken
    geschikt getest hoedenplank homokineten kabelbomen kras krassen mistlicht motorrevisie ophalen raambediening reactiearm reactiestang
    spiraalveren spoorstang toerenteller trekhaken verzendkosten voetmat voorraad werkend wielbout zomerbanden zonwering zuurstofsensor
    voorscherm wielkuip sierstrip raammotor ruitrubber dagrijverlichting sproeier ashoes wielremcilinder rembekrachtig druklager drijfstang
    riemspanner koelvin koelslang aircodroger combischakelaar luidspreker dashboardkast veiligheidsgordel vloerbedekking tussenbak wielmoer
    thuiskomer dakrail startonderbreker imitatie verzending verzenden oranje bruin gespoten ongespoten glans boven onder bovenste ruil
    defect sloop gedemonteerd staat goede goed nette zgan inklapbaar doorzichtig helder getint afdekplaat beschermplaat peilstok vuldop
    gasveer klepstang uitzetter roest gerepareerd werkt bezorging leverbaar aansturing accubak achterschaal afdek afstelring bakboord balk
    bodembescherming contactschakelaar dakantenne deurbak deurkruk deurlijst geleidebus hardyschijf klepdeksel klepveer laaddruk
    motorophanging oliecarter onderbeschermplaat rembekrachtiger rembel riempoelie schuif sierdop sierring sproeierpomp stuurbekrachtiger
    tandriem toerental tussenstuk uitlaatrubber veiligheidsgordels verbreders verkleurd verlaging verlagings versleten voorfront wielkuipen
    wielophang zijraam
    tegen vraagprijs aangeboden verkopen
    gereinigd kastje vast opruiming meerprijs enkel gebruikssporen zuinig storingsvrij ongebruikt bumperrubber deurvergrendeling draaibaar
    dempingsrubber drukleiding remvloeistofreservoir gloeirelais klepseal luchtveerbalg motorbeveiliging schakelbak`,
  hu: `
    ablakemelo ablakemelok ablakmoso ablaktorlo adagolo adagoloszivattyu ajto ajtok ajtokilincs ajtozar akcios akkumulator alkatresz
    alkatreszek allithato allito also alvaz alvazvedo anya atfolyo axialcsuklo bajonet bakok bal bal-jobb baloldali befecskendezo bekotes
    belso beomlo berendezes betet betetek bilincs biztositek bontott bordasszij boritas bovden bura burkolat csap csapagy csapagyak
    csapagyazas csatlakozo csatorna csavar csavarok cserelheto csillapito cso csomag csomagter csomagterajto csomagtertalca csonk csuklo
    csukloskeszlet darab diszlec diszracs disztarcsa disztarcsak dob dobbetet dobfek duda eberendezes ecset egyseg ekszij elektromos
    elektronika ellenallas elolap eloszto elso emelo eredeti erzekelo fedel fejtomites fek fekbetet fekbetetek fekcso fekdob fekerosito
    fekfolyadek fekkeszlet feklampa feknyereg fekpofa fekpofak fekszerelek fektarcsa fektarcsak feltengely feltengelycsuklo feltolto
    fenyszoro fenyszorobura fenyszorok fenyszorotoro feszito feszitogorgo feszitokar flexibilis fogantyu fohenger fojto fojtoszelep
    folyadek forgattyus fudohang ful furat fustoles futes futestomlo futomotor futomu futomurugo futomuszett futoradiator fuvoka garancia
    garnitura gazpedal gazrugo gombcsuklo gombfej gondolatjel gorgo gorgok gumi gumiharang gumiszonyeg gumiszonyegek gyari gyertya gyertyak
    gyujtas gyujtaskapcsolo gyujtogyertya gyujtokabel gyujtotekercs gyujtotrafo gyuru gyuruk hajtasszij hajtokar hajtoszij
    hangtompito hasznalt hatfal hatso hatsolampa hatsolampak haz hazak haztomites helyzetjelzo henger hengerfej hengerfejtomites homlokfal
    hosszbordas huto hutofolyadek hutok hutoracs hutoventilator hutoviz huzal huzo huzott idomcso impulzusado index indexkapcsolo
    indexlampa indito inditomotor injektor iranyjelzo irreverzibilis izzito izzitogyertya izzo izzok izzokeszlet jarmu javito javitokeszlet
    javitoszett jelado jobb jobboldali kabelkoteg kapcsolo kapcsolok kar karosszeria karter katalizator kerek kerekagy kerekagycsapagy
    kerekanya kerekcsapagy kerekcsapagyak kerekcsavar keret keszlet keszletek kesztyutarto kettos kettostomegu kezifek kezifekbovden
    kilincs kilincsek kimeno kinyomo kinyomocsapagy kipufogo kipufogocso kipufogodob kipufogotomites klimahuto klimakompresszor
    klimakondenzator klimaszuro kod kodlampa kompletten kompresszor konzol kormany kormanygombfej kormanykerek kormanymu kormanyosszekoto
    kormanyoszlop koto kotocso kozlomu kozos kulcs kulso kuplung kuplungszerkezet kuplungszett kuplungtarcsa kurt kuszob kuszobok lakat
    lambdaszonda lampak lanc lancfeszito lap laprugo leeresztocsavar legrugo legszuro legterelo legtomegmero legzsak legzsakok lemez
    lendkerek lengescsillapito lengescsillapitok lengokar lengokarok lengokarszilent leomlo levego levegocso levegoszuro lokharito
    lokharitok lokharitoracs magassag markolat mennyezet merevito merokeszulek minoseg minosegi moso mososzivattyu motorblokk motorburkolat
    motorhaztetto motorolaj motortarto motortartobak mozgo muanyag mukodteto multifunkcios munkahenger muszeregyseg muszerfal napellenzo
    negyeddarab nyereg nyomas nyomasado nyomaserzekelo nyomocso olaj olajcso olajhuto olajleereszto olajnyomas olajpumpa olajszuro
    olajtekno olcso oldal oldalfal oldali oldalso onindito osszekoto oszlop parban parkolo parologtato polifoam poliuretan pollenszuro
    porvedo porvedok potkerek racs racsok radarosszekoto regeneralt rendszam rendszamtabla rendszamtablavilagitas rez rogzito rud rudak
    rudazat rugo rugoalatet rugok rugotanyer sarvedo sarvedobetet sarvedok sebessegerzekelo sebessegvalto sorozatvilagitas spiralrugo
    stabilizator stabilizatorrud stabilizatorszilent szelep szelepek szelepemelo szelepfedel szelepfedeltomites szelepszarszimering
    szellozo szelvedo szelvedok szemelyauto szenzor szerelek szereles szett szettek szifon szij szijak szijfeszito szijtarcsa szilent
    szilentblokk szilentek szimering szinezett szivattyu szivocso szivosor szonda szonyeg szonyegek szurkolas szuro szurobetet szurohaz
    szurok szurokeszlet tankado tanksapka tarcsa tarcsafek tarcsak tartaly tarto tartok tekercs tengely tengelycsonk termosztat
    termosztathaz tolato tolatokamera tolatoradar tomeg tomites tomitesek tomiteskeszlet tomito tomitogyuru tomlo torlo torlokar torlolapat
    torlolapatok torlomotor toro toronycsapagy toronyszilent tortenes tukor tukorbura tukorburkolat tukorlap tukrok turbocso turbofeltolto
    ules ulesek uleshuzat univerzalis ures utanfuto utangyartott utaster utasterszuro utkozo uzemanyag uzemanyagszivattyu uzemanyagszuro
    valto valtogomb valtokar valtoolaj valtotarto vedo vedolemez vezerles vezerlo vezerlomu vezermu vezermulanc vezermuszij
    vezermuszijkeszlet vezermutengely vezetek vezeto vezetogorgo vilagitas villa visszapillanto visszapillantok viz vizcso vizhuto vizpumpa
    vizszintes vizszivattyu vonohorog vonoszem vontatas zar zarak zarbetet zarhato zarszerkezet zsaner
    ablak ablakemeloszerkezet ablaktorlolapat ajtofogantyu ajtopanel ajtotomites allapotban allapotu alufelni autoalkatresz autogumi
    autotukor betolto cikkszam csomagterborito differencial diszkeret dugattyu dugattyugyuru egrszelep elado erosito esoerzekelo ezust
    feher fekek fekete fekmunkahenger feknyergek fekvezetek felfuggesztes felni felujitott felujitva feny fenyek feszultsegszabalyozo
    fofek fofekhenger fordulatszammero fotengely futoventilator gepjarmu golyalab gumik gumirugo gyujtastrafo hajtotengely hangszoro
    hianyos hibatlan homerseklet homersekletjelado homokinetikus hozza hutocso hutosapka ingyenes karburator karcmentes karcos karpit
    kiegyenlito kilometerszamlalo kioldocsapagy klimaszabalyozo kocka kodfenyszoro kopogaserzekelo kormanyhuzat kozpontizar kromozott
    kuszobtakaro lemezfelni magassugarzo megkimelt melynyomo mosotartaly napvedo negyedpanel nyarigumi nyomasszabalyozo nyomolap olajmero
    oxigenerzekelo padloszonyeg palcika parkolasjelzo piros raktaron repedt reszecskeszuro sapka sebessegmero serulesmentes serult
    szallitas szivotorok szurke tagulasi teligumi tetokarpit tipus ujszeru uveg uzemanyagszint valo vonofej vonohorgok
    csonkallvany fekrasegito porlaszto nagynyomasu bajuszkapcsolo oracsoport navigacio kijelzo kozepkonzol konyoklo fejtamla biztonsagi
    ovfeszito kalaptarto hamutarto valtoszoknya valtobowden kozepdob vegdob mankokerek tetocsomagtarto keresztrud nyomogomb riaszto
    inditasgatlo zold sarga narancs barna fenyezett fenyezetlen alapozott fenyes felso kozepso tesztelt mukodo hibas torott allapot kivalo
    futheto behajthato gazteleszkop felirat toldat ajtokarpit ajtohatarolo ajtoszerelveny akkutarto allvany atalakito bekotokabel
    csereszabatos diszkupak dudak ellatva farlampa felfogato feltet fenykep festett festes foglalat forgokapcsolo fulke fuggeszto gombok
    gumiszett hajtas hangfal harang hazhozszallit homloklap homokfutas hosszabbito igenyes kengyel kereszt keszen kopott koszonjuk
    kozepen kulonbozo legcsatorna lekapcsolo matrica megbizhato motorhaztetotarto muszerek nyomtatott padlo parkolosegito persely perselyek
    potalkatresz rogzites rugostag segedkeret sebvalto sotetitett szakadt szelterelo szenszalas szerkezet szervizelt szines szogletes takaro
    tapadokorong tavtarto teleszkop tetosin tetosinek tolto toltocso tomitett tukorfoglalat uvegek vegek vilagos
    evjarat havi bontasbol bontasra
    hutoventillator szamitogep klimacsovek futesradiator kozponti zarmotor zarhidak`,
  ro: `
    acumulator admisie aer airbaguri albastru ambreiaj amortizoare amortizor angrenaj arbore arc arcuri argintiu aripa aripi articulatie
    baie bara bari bascula biele bieletele brate buc bucata bucati bucsa bucse bujie bujii burduf buson buton butuc butuci cablu cabluri
    calculator calitate capac capace capat capota carenaj carlig caseta catalizator cauciuc centura centuri cheder chedere cheie chiulasa
    cilindru clapeta clema coada colier coloana combustibil compatibil compatibila comutator condensator conditionat conducta cot cotiera
    cotiere covoras covorase culbutor culoare curea curele cutie cuzinet cuzineti debitmetru dezmembrari directie discuri dispozitiv
    distributie dop dreapta dublu electromotor electroventilator esapament etansare evacuare expansiune far faruri fata filtru fisa
    fise flansa frana frane fulie furtun furtunuri fuzeta galerie garnituri geam geamuri gri grila grile grup habitaclu haion husa huse
    imbinare incalzire inchidere inductie inel inele inferioara injectoare instalatie intinzator intrerupator izolatie janta jgheab joja
    kilometraj lamela lamele lampi lant laterala lichid livrare lonjeron macara maner manere mansoane manson mocheta motoras motorina
    neagra negru nou noua nuca numar oglinda oglinzi originala ornament ornamente padela panou parasolar parbriz pasager pedala pentru
    pereche perna perne piese pistoane piulita piulite placi placuta placute planetara planetare plansa portbagaj prag praguri prelata
    presiune priza proiectoare proiector protectie punte racire racitor racord reglabil reglabila relee releu retur rezervor rezistenta
    roata rola role rosu roti rulment rulmenti sabot saboti scaun scaune scut semeringuri semnal semnalizare semnalizator senzor senzori
    servodirectie servofrana seturi siguranta sigurante spate stanga stergatoare stergator sticla stopuri stropitoare supapa supape suporti
    suprafata surub suruburi suspensie tablou tambur tampoane tavan tavita teava termoflot toba torpedou traductor transmisie trapa treapta
    tren turbocompresor turbosuflanta turnate ulei umar universala usi vas vaselina vibrochen viteze volan volanta vopsea vopsit
    admisi aeroterm amortisoare amortisor antiruli anvelop aprinder arbori articulati autoturism bai banchet becuri borna broasc butoan cadru calorifer capete
    carburatoar carburator carcas caroseri ceata centralizat climatizar climatronic coloan comand comenz compresoar conduct covor cromat
    cruce cuplaj curatar demaroar demaror detonati dezmembram dezmembrez diferential difuzoar distribuitor elicoidal evacuar exterioar
    folosit functional fuzibil galeri hidraulic husele iluminat imobilizator incandescent interioar invelis joje livram luminoas lunete
    manset marsarier mecanism odorizant opritor oxigen parcar perfect perie piesa ploaie potrivit pretur prezoan prezon produs racitoar
    radiatoar regulatoar remorc retrovizoar rezervoar saiba sasiu schimbator second sistem sorb suflant superioar tachet tapiteri
    telecomand tetier trapez tuburi turati umpler usile utilizat vibrati
    incuietoare yala tripla stropgel spalator caprica receptor cotit litrometru acceleratie vaporizator lumini ceasuri casetofon polita
    scrumiera galben galbena portocaliu nevopsit grunduit mijloc reconditionat defecta zgariat fisurat fisurata incalzita incalzit
    rabatabila rabatabil radiatoras electrovalva potentiometru cablaj mufa mufe bratului janti distantiere bandouri accesorii acoperis
    alimentare amplificator antifurt ascuns asamblare balama balamale boxa buloane buzunar calculatoare capitonaj ceas chit comutatoare
    conectoare corpuri cupla deschidere flapsuri geamantan grunduita inaltator incalzitor invelitoare lonjeroane piuli potentiometre
    pretensionare protectii punti raft rezistente rosie rulou scuturi statie suprapret telecomenzi torsiune tobe trusa uscator valva
    zgarieturi zimti
    impecabil vanzare
    sofer geamul aerului injectorului radiatorului vasului evaporatorului mochetei pragului usii incuietorii farului stopului semnalizarii
    arcului`,
  sv: `
    ajovalo akku avgasror baerearm bagagerumsmatta baglygte baklykta barare bararm batteri blinkers braendstoffilter bransle branslefilter
    bremseklods bremseklodser bremseskive bremseskiver bromsbelagg bromsok bromsskiva bromsskivor bussning dimljus dorr dragkrok drivaxel
    drivknut drivrem fjader fjadrar fonsterhiss forlygte glodstift gloederor gummimattor handtag hehkutulppa hjullager hjulleje hjulnav huv
    ilmansuodatin iskunvaimennin iskunvaimentimet jaahdytin jakohihna jarrulevy jarrulevyt jarrupala jarrupalat kamrem kamremssats kobling
    koblingssaet kofanger koler kopplingssats krangningshamma kulled kupefilter kylare kytkin lank las lastgaller laturi ljuddampare
    lokasuoja motorfaste oljefilter oljynsuodatin pakoputki passar peili puskuri pyoranlaakeri skarm spegel spegelglas stag stoddamper
    stoddampere stotdampare stotfangare stralkastare styretoj styrled styrstag suodatin svanghjul sytytystulppa taagelygte taendror
    takavalo tandrem tandremssaet tandstift torkarblad traekkrog udstodning vandpumpe vattenpump vesipumppu vindrutetorkare viskerblad
    avgasgrenror avgassystem backspegel bakaxel bakljus baklucka baklyktor baksate bakvagn begagnad begagnat bildel bilspegel bladfjader
    bogseroglehylsa bromsbackar bromskloss bromsledning bromsljus bromsslang bromstrumma bromsvatska cylinderhuvud dack dimstralkastare
    dorrhandtag dorrlas dorrpanel dorrsida draglina drivaxeldamask drivaxlar egrventil falg falgar flakt flaktmotor fonster forangare
    forgasare frakt framsate framskarm framvagn fungerande glodlampa golvmatta golvmattor handbroms handbromsvajer hastighetssensor hjul
    hjulbult hjulcylinder hjulsida hjulsidor huvudbromscylinder insprutare instrumentbrada insug kamaxel kamaxelgivare kamkedja kaross
    kilometerraknare kofangare kolv kolvar koppling kopplingscylinder krockkudde kylarvatska kylflakt kylslang lankarm lastutrymme
    ljuskropp motorhuvslas navkapsel nivagivare olackad oljekylare oljeplugg oljepump oljesticka oljetrag packning rattar rattmuff relaer
    remskiva remspannare reservdel reservhjul sakring satesoverdrag sidospegel skick solskydd sommardack spanningsregulator spannrulle
    spjallhus spolarpump spolarvatska stabilisatorstag stankskarm stankskydd startare strombrytare styrarm styrpelare styrpump styrsnacka
    styrvaxel svart syresensor takbox takracke tandkablar tandning tandspole temperaturgivare topplock topplockspackning torkararm
    torkarmotor troskel trycksensor trycksgivare upphangning varmare varmepaket varselljus varvraknare vaxellada vaxelladsolja vevaxel
    vevaxelgivare vinterdack
    innerskarm hissmotor sidoruta bakruta tatningslist framljus nummerskylt spolarvatskebehall topplager damask styrservo rattstang hjalpram
    bromsback huvudcylinder bromsservo givare urtrampning oljesump brytrulle multirem kablage spridare tanklock grenror laddluftkyl
    expansionskarl kylarslang klimatkompres flaktmotstand rattspak ljusreglage hastighetsmatare hogtalare mittkonsol armstod handskfack
    stolar nackstod sakerhetsbalte baltesstrack innertak matta hatthylla askkopp vaxelspak platfalg domkraft lasthallare sakringsdosa larm
    nyckel nycklar startsparr krom ovre undre nedre inre yttre mitten sats skadad skadat uppvarmd infallbar justerbar stotfanger stodfanger
    frontgitter motorhjelm bagklap forskarm inderskarm dortrin dorhandtag dorlas vinduesoptrak forrude bagrude sidespejl spejlglas
    spejlkappe tagelygte viskermotor fjeder fjedre barearm styrekugle drivaksel krangning bagaksel bremsekaliber bremsetromle bremsebakke
    hovedcylinder svinghjul topstykke knastaksel krumtap strammehjul tandror gloderor dyser indsugning lydpotte kolerblaser ekspansion
    varmeapparat blasermotor hojttaler bagagerumsbakke gearknop alufalge stalfalge hjulkaps anhangertrak tagbojl sikringsboks brugt solv
    hvid malet indvendig udvendig panser bakluke skjerm innerskjerm vindusheis frontrute bakrute sidespeil speilglass frontlys hovedlys
    baklys takelys vindusvisk stotdemper fjarer kuleledd styreledd drivledd bakaksel bremsekalip bremsebelegg handbrekk clutchsett
    registerreim tennspole tennplugg glodeplugg drivstoff innsug eksos eksosanlegg luftmengde kjoler vifte vannpumpe viftemotor bryter
    hoyttaler hengerfeste takstativ nokkel brukt gronn hvit avgas avgasbojning bagagelucka bakdorr bilbatteri bilmatta bromsdamm bromsskold
    dackdorr drivlina dorrlist dorrmatta dorrspegel elhiss framaxel framdorr framdelar framgrill framlykta frontplat frontruta gasvajer
    glodrela golvmatt hjulhus hjulhusskarm huvlas hogerdorr instegslist klimatanlagg kopplingsvajer kylargrill kylarfront lackerad
    ljudanlagg lastgolv lastrums luftrenar luftfjadr lyktglas mittarmstod nytt oljemat parkeringssensor plattform regnsensor reparationssats
    rullgardin sidokjol sidolist skyddsplat slapvagn spridardysa stolskladsel styrning takluck taklist takgrepp tandare torkarspak
    tvattmotor vajer varmesits vattenror vaxelvajer vevaxelremskiv vindavvisare vinterhjul sommarhjul
    fungerar saljes selges saelges sprillans
    kylarflakt kylarflakter lyseplast ratt rattairbag passagerarairbag sidoairbag balte framstol passagerarstol forarstol motorhuvsgas
    gasdampar bakluckedampar dorrstopp dorrstolpe sidoblinkers parkeringsljus lyktinsats lampsats regskylt dragkula taklastbagar
    servoledning servobehallar bromsror hjulcylindrar mellanaxel slavcylinder vaxelreglage motorkudde ventilkapspackning oljetratt
    insugningsror tomgangsmotor spridarror framror mellanror andror kylvattenror remspannarrulle`,
  sr: `
    akcij anlaser antifriz auspuh autodelov autodijelov automobil bela beli besplatn bijel blatobran bobinom bokobran branic branik brave
    bregast brisac brizgac brizgaljk broj brzinomer brzinomjer bubanj bubnj celicn celjust cene cepov cev cevi cijen cijev cilindar
    cilindr cistac creva crevo crijev crna crni crno crven davac dela delov deo diferencijal dihtung dihtunz dijelov dio diska diskov
    dizna dizne dobos donja donje donji dostav drzac dugmad dugme duvaljk ekspanzijsk ekspanzion enterijer faru felna felne felni filtar
    garancij gepek glava glavcin glave glavn godin godist goriv grejac grejanj grijac grijanj gume gumen gumic hauba haubu hidraulicn
    hladenj hladjenj hladnjac hladnjak homokinet interkuler isparivac ispravan ispravn ispuh ispusn izduv jastuc jastuk kablov kais kaisa
    kaisev kapic karik karoserijsk katalosk kazaljk klackalic klip klipa klipnjac klipov klizac kljuc kocion kocni kom komad komand
    koriscen koristen kotac krajev krajnic krajnj krova krovn kucist kugla kugle kuka kuke kuplug kutij kvacil kvaka kvake kvalitet lajsn
    lancanic lancanik letva letve letvu lezaj lezist limarij lonci maglenk manzet mehanick menjac merac mesec metlic migavac migavc
    mjenjac mjerac mjesec mrezic napomen naslon navlak nosac novi oblog ocuvan odlicn ogledal oprem oprug opruzn osigurac osovin ostecen
    osvetljenj osvjetljenj ovjes pakna pakne paknov paljenj papucic patosnic pepeljar plava plavi plivajuc plocic podizac podmetac pojacal
    pojacivac pojas poklopac poklopc pokretac polovan polovn polug poluosovin posud potisn povoljn pragov precistac prekidac presvlak
    pretinac prigusivac prigusnic prikljucak prirubnic pritisak pritisk prodaj proizvodac proizvodjac protokomer prozor prtljaznik rabljen
    radilic rashladn ratkapn razvod reparacij repariran retrovizor rezervn rezervoar rucic rukohvat sajla sajle sarka sarke sedist selen
    semering semerinz setov sigurnosn sijalic silen sina sine sipka sipke sivi sjedal sjedist sklop skoljk slika slike sliku snop spaner
    spojk spoljasnj spoljn spona spone spremnik spuln sraf srafov stakal stakl stikl stitnic stitnik strujn suvozac svecic svitak svjecic
    svjetl tabla tahometar tapacirung tecnost tekucin termodavac termoprekidac tocak tocka tockov traka trake traverz ubrizgavanj ugradnj
    ulja ulje uljna uljne uljni unutrasnj upravljac uredaj uredjaj usis usisn uticnic utikac utor vazduh vazdusn vetrobransk vilic viljusk vjetrobran
    vode voden vodu vozac vozil vrata vratil vuca vuce zamajac zamajc zamasnjak zamen zamjen zarulj zastit zatezac zateznik zelen zglob
    zica zice zmigavac zmigavc zracn zraka zupcanic zupcanik zupcast zvucnic zvucnik
    krilo soferk pumpic gibanj rukavac klesta klest korpa otpornik kilometar navigacij itison polica kozic kulisa aluminijumsk dizalic
    imobilajzer zuta zuti nefarban srednji srednja otpad stanje stanj preklopn sasij zavora zavorn ploscic kolut blazilec blazilnik vzmet
    odbijac pokrov kljuk kljucavnic steklo zaromet meglenk smernik crpalk zobati jermen napenjalec zaganjalnik sveck svece hladilnik izpuh
    dusilec platisc jeklen letev koncnik kolesa krogla vlecn sedez preprog predpraznik stevec blazin varnostn rdeca rumena zgornj spodnj
    notranj zunanj aspuh cistilec folij haub iskoristen izolacij kandz ladic limar maglen manometr mehanizam nalepnic obujmic oglas okvir
    ostakljen oznak papuc ponud prsten prtljazn rucna sajl siber sofersajb svetl tastatur ubrizgav upaljac zvono zastavic
    uvoz nemacka
    dosticky dostick
    krila krilu rukica getrib getrieb menjalnik menjalnika rocica vetrobransko sajtna staklo kvarc svetla rukohvati sedista zatamnjen
    korpe rucne kljesta kotura stuba hidraulike solje dizni radija tapacira`,
  pt: `
    dos
    acessorio alavanca alcatifa altifalante aneis anel antinevoeiro aplicacao aquecedor aquecimento assento automovel balanceiro botao
    botoes branca branco brisa buzina cabeca caixa carrocaria casquilho choque cinza cinzento coluna compativel condutor corrente
    cremalheira cruzeta distribuicao eixo eixos eletrica eletrico eletronica embraiagens encosto escova estofos fecho fita flexiveis forra
    friccao fusiveis galeria guarnicao guarnicoes ignicao isqueiro jogos laterais limpa lisa longarina luzes macaco malas manete nevoeiro
    novas novos originais otica paineis pedais pintar pistoes ponta prata prateado prato preco pressao preta preto protecao proteccao
    protetor puxador qualidade reboque recondicionada recondicionado referencia refletor reforco refrigeracao refrigerador reparado
    revestimento sinaleira sobressalente subchassis tampoes texturizada torneira transmissao transmissoes trava travoes tubagem
    turbocompressor universais vareta vedante veiculo vermelha vermelho viatura virabrequim viseira
    embaladeira canhao esguicho apoio direccao sinobloco charriot maxila arvore admissao borboleta expansao sofagem manipulo navegacao
    tejadilho chapeleira cinzeiro seletor suplente imobilizador amarelo amarela laranja castanho castanha brilhante funcional avariado
    danificado riscado riscos impecavel aquecido rebativel letras abas abracadeira acendedor amolgado amolgadela anilha antirroubo apoios
    articulacao autocolante boleia botija bracadeira calhas chaves cobertura cunhas embelezador embutido faixa fichas fole foles
    fornecimento isolador joelheira oculo oculos pega perfeito prateleira relampago resguardo saida tabelier tecido torcao transmissor
    travessa trinco
    polegad
    assistida comutador comutadores guelras cavas bombites tubagens distribuicoes`,
  tr: `
    adet ara akulu alt alternator amortisor ampul anahtar araba arac araclari aski askisi ates atesleme ayar ayari ayna aynasi bagaj baglanti
    balata basinc baski baskisi basligi beyaz bilya bilyasi bobini boru borusu braket buji bujisi burc burclari burcu camurluk cekici
    celik cerceve cita citasi civata conta contasi cubugu cubuk debriyaj dedektor demiri deposu devirdaim diferansiyel dikiz direksiyon
    dis diski diskleri disli dislisi doseme dosemesi egsoz egzoz eksantrik elektrikli emis emme emniyet enjeksiyon enjektor fari farlari
    filtre fitil fitili fren frenleri genlesme gergi gergisi gomlek gosterge govde govdesi guclendirici gumus gunes halat hali halka
    halkasi hava hazne helezon hidroligi hidrolik hoparlor hortum icin ikaz ile isitici isitma izgara izgarasi jant kablo kablosu
    kahverengi kapagi kapi kapisi kaplama kaput karter kasnagi kasnak katalizor kaucuk kavrama kayis kayisi kece kecesi kelepce kelepcesi
    kemer kemeri kilidi kilit kirmizi klima kollari koltuk kolu komple kompresor konsolu korna korugu koruk koruma koruyucu krank kriko
    kulagi kulak kulp kumanda kumandasi kutu kutusu lamba lastigi lastik levha mafsal mafsali makara mandal manifold manifoldu marka
    mekanizma mekanizmasi merkezi mili montaj motorlu motoru muhafaza musur musuru orijinal oynar panjur parca parcalari parcasi paspas
    pedali perde pistonu pompasi porya radyator rafi reflektor rotbasi rotil rotili rotu rulman rulmani salincagi salincak salter sanziman
    sarj sensoru seti sibop silecegi silecek silindir sinyal siper siyah sogutma sogutucu soket somun stabilizator stoplar subap supap
    suspansiyon susturucu tabla takim takimi takoz takozu tamir tampon tamponu tasiyici tavani teker tekerlek teli termostat tertibat
    tertibati toz triger turbosarj turuncu uretim ust uyumlu valfi vantilator ve vidasi viraj yag yagi yakit yatagi yatak yay yaylari
    yedek yeni yesil yuksek zincir zinciri
    davlumbaz marspiyel nikelaj nikelaji plaka supurge fiskiye yayi makas basi kafasi bijon bijonu demir besigi besik dingil kampana kaliper
    merkez westinghouse beyin beyni kulbutor kapak segman bobin kizdirma tesisat tesisati samandira samandirasi eksoz eksozu kelebek bogaz
    bogazi kelebegi debimetre davlumbazi kabi kalorifer petegi petek rezistans rezistansi saati radyo teyp gogus gogsu torpido kolcak
    kolcagi koltugu kafalik yastigi yastik pandizot kulluk topuzu topuz oksijen gobegi gobek stepne ceki sigorta rolesi sifir cikma orjinal
    sanayi yerli ithal mavi sari parlak kromaj orta cift revizyonlu saglam hasarli kirik katlanir katlanan ayarli duylu duysuz ayagi ayak
    destegi destek bakaliti bakalit dodik havalandirma dagitici suzgeci suzgec kalin ince delik acma cekme takviyesi takviye kaporta bakim
    bakimi gunduz akordiyon alyan ayakligi baglama basamak basamagi bijonlu biyel bosluk camlik dingili dikme dirsek direk dolum duyu elcik
    flanes flans flansi gidergec gusdor hareketli havali isiklik jantlari kapakli kasa kaset kayar kilavuz kiris kirisi konjektor kopruk
    kutupbasi marsi mentese mentesesi mesale musiru nozul nozulu oluk otomatigi ottomatik pabuc pabucu parlatici pimi pipo pleksi rakor
    rakoru rezervuar rondela seviye sibobu sirt surgu surgulu tasima tabani taban tekli tiras topuklu torna ufleme uzatma vakum vakumu
    varyator yakalik yaprak yagli yagmur yansima yarik yuvasi yuva zimbali
    temiz sorunsuz kargo ucretsiz
    fani sisfari borulari hararet rolanti camurlugu`,
  bg: `
    спирачн маслен въздушн горивн водн кормилн изпускателн смукателн задвижващ пневматичн хидравличн електрическ оригиналн универсалн универсален противотуманн средно тунинг ауспух връзка
    връзки задвижване
    за на от до със комплект нов ново нови оригинал оригинален оригинална оригинални употребяван употребявана части част резервна
    авточасти авточаст броня брони калник калници подкалник капак капака вежда фар фара фарове стоп стопове мигач мигачи халоген халогени
    светлина светлини лампа лампи крушка крушки огледало огледала стъкло стъкла врата врати дръжка дръжки брави ключалка заключване
    решетка решетки маска емблема лайсна лайсни праг прагове спойлер спирачка спирачки спирачни спирачен спирачна накладка накладки диск
    дискове барабан барабани апарат апарати челюст челюсти цилиндър помпа помпи помпена серво хидравлична хидравлик амортисьор амортисьори амортисьора
    пружина пружини тампон тампони носач носачи шенкел шарнир шарнири биалетка биалетки щанга кормилна кормилен накрайник накрайници
    рейка лагер лагери главина полуоска полуоски каре карета маншон маншони съединител феродов феродови притискателен маховик
    кутия кутии тампон двигател двигателя мотор глава гарнитура гарнитури уплътнение уплътнения семеринг семеринги колектор
    смукателен изпускателен турбо турбина турбини интеркулер радиатор радиатори воден водна водни термостат вентилатор вентилатори перка
    перки климатик климатика компресор кондензатор изпарител парно отопление маркуч маркучи тръба тръби филтър филтри маслен маслена масло въздушен въздушна
    горивен горивна гориво поленов дюза дюзи инжектор инжектори рампа свещ свещи подгревни подгревна бобина бобини кабел
    кабели алтернатор алтернатори динамо стартер стартери ремък ремъци ангренажен ангренажна ангренаж ролка ролки обтегач обтегачи верига
    датчик датчици сонда ламбда дебитомер клапан клапани модул бушон бушони реле релета ключ ключове контактен контакт бутон бутони
    копче копчета стъклоповдигач стъклоповдигачи механизъм моторче чистачки чистачка рамо рамена казанче пръскалка седалка седалки
    волан колан колани въздушна възглавница аербег табло километраж километражно радио навигация дисплей тапицерия стелки стелка
    мокетни гумени гума гуми джанта джанти тас тасове болт болтове гайка гайки скоба скоби основа конзола щипка щипки
    багажник багажници теглич покрив кора кори ляйсни гърне гърнета генерация катализатор изолатор черен черна черни бял бяла сребрист
    хром хромиран боядисан обикновен електрическо електрическа електрически отоплено подгрев вътрешен вътрешна вътрешно външен външна
    външно горен горна долен долна долно среден средна среден страничен странична брой броя цена доставка гаранция състояние отлично
    панел амортисьорен трапец кошница кошници стойка стойки опора подложка щора сенник рог греда лонжерон капачка капачки резервоар
    поплавък съд разширителен вискозитет перде жабка хастар пепелник скоростен лост топка кожа кожух калъф калъфи автомобил автомобили кола`,
  uk: `
    гальмівн паливн повітрян рульов тормозн топливн воздушн электрич
    для бампер бампера крило крила капот капота фара фари ліхтар ліхтарі ліхтаря дзеркало дзеркала скло двері дверей дверка ручка ручки
    замок замка решітка радіатор радіатора радіатори підкрильник підкрильники підкрилок бризговик бризковики поріг пороги молдинг
    молдинги накладка накладки спойлер емблема гальмівний гальмівна гальмівні гальмівних гальма колодки колодка колодок диск диски дисків
    барабан барабани супорт супорта циліндр шланг шланги трубка амортизатор амортизатори амортизатора пружина пружини опора
    опори важіль важелі сайлентблок сайлентблоки втулка втулки стабілізатор стабілізатора стійка стійки тяга тяги наконечник наконечники
    рульовий рульова рульової рейка кульова підшипник підшипники маточина маточини піввісь шрус пильовик пильовики зчеплення
    комплект маховик коробка двигун двигуна мотор головка прокладка прокладки сальник сальники колектор турбіна турбіни
    охолодження вентилятор термостат помпа насос насоса водяний водяна паливний паливна масляний масляна повітряний повітря повітряна фільтр фільтра
    фільтри салону салона форсунка форсунки свічка свічки розжарювання запалювання котушка котушки генератор генератора стартер
    стартера ремінь ременя ролик ролики натягувач ланцюг датчик датчика клапан клапана реле блок запобіжник запобіжники перемикач
    кнопка кнопки склопідіймач склопідйомник склоочисник двірники щітка щітки бачок омивача сидіння кермо кермовий подушка
    ремінь безпеки панель приладів обшивка килимки килимок шини шина диски ковпак ковпаки болт болти гайка гайки кронштейн кронштейни
    багажник багажника глушник глушника труба каталізатор новий нове нові оригінал оригінальний оригінальна вживаний чорний білий
    хром внутрішній зовнішній зовнішня верхній верхня нижній нижня нижнього протитуманна протитуманні дзеркальний елемент петля петлі
    кришка кришки підсилювач кріплення корпус корпуса патрубок патрубки розширювальний кондиціонера кондиціонер компресор випарник пічки
    радіаторна захист двигуна стекло тормозной тормозные тормозная колодки рулевая рулевой рычаг ступица подшипник
    масляный топливный воздушный фильтр фильтра салонный зеркало стекло дверь решетка радиатора подкрылок бачок сцепление
    сцепления ремень грм цепь свеча свечи зажигания катушка накаливания глушитель стойки шаровая опора сайлентблок стабилизатора
    новый новая новые оригинал противотуманная дефлектор дефлектори дефлекторы тюнинг авто автомобіль запчастини запчасти деталь розборка розбірка`,
  el: `
    για με στο του της των τακάκια τακάκι φρένων φρένα φρένο φρένου δισκόπλακα δισκόπλακες δίσκος δίσκοι δίσκο αμορτισέρ ελατήριο
    ελατήρια φανάρι φανάρια φανός φανοί προβολέας προβολείς προφυλακτήρας προφυλακτήρα καθρέπτης καθρέφτης καθρέπτες καθρέφτες φίλτρο
    φίλτρα λαδιού λάδι λάδια αέρος αέρα καμπίνας καυσίμου ψυγείο ψυγεία νερού αντλία αντλίες τρόμπα θερμοστάτης βεντιλατέρ
    ανεμιστήρας κομπρέσορας κομπρεσέρ κλιματισμού αιρκοντίσιον συμπλέκτης συμπλέκτη δίσκο πλατό ρουλεμάν μουαγιέ μπουάτ βολάν ιμάντας
    ιμάντα χρονισμού σετ κιτ τεντωτήρας ράουλο αλυσίδα μίζα δυναμό εναλλακτήρας μπουζί μπουζόπιπες πολλαπλασιαστής μπεκ ακροφύσιο
    αισθητήρας αισθητήρες λάμδα βαλβίδα τουρμπίνα εξάτμιση καταλύτης φλάντζα φλάντζες τσιμούχα κάρτερ καπό φτερό φτερά πόρτα πόρτες χερούλι
    χερούλια κλειδαριά γρύλος γρύλλος παραθύρου παρμπρίζ τζάμι τζάμια μάσκα γρίλια σήμα μαρσπιέ ποδιά θόλος θόλοι υαλοκαθαριστήρες
    υαλοκαθαριστήρας μοτέρ διακόπτης διακόπτες τιμόνι κάθισμα καθίσματα ταμπλό αερόσακος ζώνη ζώνες πατάκια πατάκι ζάντα ζάντες λάστιχα
    λάστιχο τάσι τάσια βίδα βάση βάσεις σινεμπλόκ ακρόμπαρο ακρόμπαρα ημίμπαρο μπαλάκι μπαλάκια ψαλίδι ψαλίδια ζαμφόρ ζαμφόρ κρεμαγιέρα
    δαγκάνα δαγκάνες σιαγώνες ταμπούρο ταμπούρα κύλινδρος καινούργιο καινούργια καινούριο καινούρια μεταχειρισμένο μεταχειρισμένα γνήσιο
    γνήσια γνήσιος ηλεκτρικός ηλεκτρικό ηλεκτρικά θερμαινόμενος μαύρο μαύρος λευκό ασημί χρώμιο ομίχλης φλας εσωτερικό εξωτερικό εξωτερικός
    πάνω κάτω μέσα έξω ανταλλακτικά ανταλλακτικό τεμάχιο τεμάχια τιμή κινητήρα κινητήρας μηχανή σασμάν κιβώτιο ταχυτήτων λεβιές`,
  fi: `
    ajovalot ajovalo alatukivarsi alasuoja alumiini alusta anturi antura avain bensapumppu bensamittari etuakseli etujousi etujouset etulokasuoja etupuskuri etuvalo
    etusaranka etuistuin etukuori etuovi etumaski etutukivarsi hammashihna hammaspyora helmapelti hihna hihnansaadin hihnapyora hihnankiristin ikkuna ikkunannostin ikkunanosto iskari
    iskarit imusarja jaahdytin jaahdyttimen jaahdytysneste jakoketju jakopaa jarru jarrusatula jarrukenga jarrukengat jarrulevyt jarrupala jarruletku
    jarruneste jarrusylinteri jarruputki jarrurumpu jousi jouset juomapidike kaasuvaijeri kahva kampiakseli kannentiiviste karmi
    kaasutin kaiutin katalysaattori kattoluukku kattoteline kayttamaton kaytetty keskikonsoli kiertokanki kiinnike kiinnikkeet kojelauta kojetaulu kompura kompressori
    konepelti konepellin kori koukku kuljettajan kumimatto kumimatot kuomu kuvallinen kytkin kytkinlevy kytkinsarja kytkinpaketti lammityslaite lambda lampokapseli
    lampotila lasi lasinnostin lasinpesuri lasinpyyhin lataus latauslaite laturin latauspaine lista listat lokari lokasuojan luukku maski merkki mittaristo moottori moottorin moottorinkannatin
    moottorikiinnike nivel nivelsuoja nosturi numerokilpi ohjaus ohjauspumppu ohjaustehostin ohjausvaihde ohjainlaite oljynpaine oljypohja oljypumppu oljynsuodattimen osat ovenkahva ovi
    ovilista paaty pakokaasu pakosarja pakoputken pallonivel peilinlasi peililasi penkki penkit perakoukku perasin peravalo piiska pinta pissapoika plussa polttoaine
    polttoainepumppu polttoainesuodatin polttimo puhallin puhaltimen pumppu puskurin puskurit pyora pyoranlaakeri pyyhin pyyhkija pyyhkijan pyyhkijansulka raitisilma
    raitisilmasuodatin raidetanko raidetangonpaa rattaat rengas renkaat rele renkaan ruiskutus sarja satula sisalokasuoja sisaverhoilu sivupeili sivulasi sivulista suodattimet
    suutin suuttimet sumuvalo sumuvalot suurpaine suojus suojakumi suojakumisarja starttimoottori startti sytytyspuola sytytystulpat sytytysjohto sytytys
    takaluukku takalokasuoja takapuskuri takaistuin takajousi takaiskari takaiskunvaimennin takajarru takajarrulevyt takajarrupalat takavalot takalaakeri takaovi tanko teline termostaatti
    tiiviste tiivistesarja tuki tukivarsi tukivarren tuulilasi tuulilasin turbo turbon tyhjiopumppu uusi uudet uusia vaihde vaihdekeppi vaihdelaatikko vaihteisto vakionopeus
    valokatkaisin valot valo vanne vanteet varaosa varaosat vastus venttiili vesipumpun vetoakseli vetonivel vetokoukku vilkku vilkut virtalukko
    voimansiirto ylatukilaakeri alkuperainen kiristin kiristinrulla ohjainrulla kunnossa hyva hyvakuntoinen kappale kpl hinta sisa ulko yla ala
    johtosarja ketju akselin akseli laakeri laakerit palat pala etulevyt etupalat keula peruutusvalo peruutuskamera kayttolaite nostin`,
  lt: `
    amortizatorius amortizatoriai amortizatoriaus atrama atramos aušinimo aušintuvas ausinimo ausintuvas bagažinės bagazine bagazines bakelis bakelio bamperis bamperio bagaznines bugnas
    cilindras cilindrai daviklis davikliai detalė detales degalu dujų duju durų duru durys durelių dureliu duslintuvas dirželis dirzelis dirzas dirzai dirzo
    guolis guoliai galvutė galvute galvutes generatorius generatoriaus guma gumos išmetimo ismetimo įpurškimo ipurskimo jungiklis jungikliai jutiklis kapotas kapoto
    katalizatorius keičiamas kondicionieriaus kompresorius kuro kolektorius komplektas komplekto konsole kibirkšties
    langas lango langų langu lempa lempos lempute lenteles lietus lonžeronas lonzeronas manometras movos mova naujas nauja nauji naudotas naudota naudoti
    numerio originalas originalus originali oro padanga padangos pagalvė pagalve pagalves pakaba pakabos paskirstymo pečiuko peciuko pečiukas
    plokštė ploksta plokste posparnis posparniai priekabos prietaisų prietaisu prietaisai pusašis pusasis radiatorius radiatoriaus radiatoriai ratas ratlankis ratlankiai ratų ratu ratukas relė
    rankena rankenėlė rankenele rankenos reguliatorius rėmas remas remelis reflektorius sankaba sankabos salono sėdynė sedyne sedynes sedynė saugos signalas siurblys siurblio skystis skydas skydelis slenkstis sklendė sklende
    skriemulys spyruoklė spyruokle spyruokles spyruoklės spyna spynos stabdis stabdžių stabdziu stabdžiai stabdziai kaladėlės kaladeles kaladėlė kaladele kaladeliu kaladėlių diskas diskai diskų suportas
    stabilizatoriaus stabilizatorius starteris starterio stebulė stebule stiklas stiklo stogo stogas smagratis svirtis svirties šarnyras sarnyras tarpinė tarpine tarpines termostatas tepalo tepalų tepalu alyvos traukė
    trauke traukes turbina turbinos tvirtinimas tvirtinimo uždegimo uzdegimo žvakė zvakes zvake ritė vairo vairas valytuvas valytuvai valytuvų valytuvu vamzdis vandens
    variklio variklis veidrodis veidrodėlis veidrodelis veidrodžio veidrodzio veidrodelio ventiliatorius vėžlys vožtuvas voztuvas zibintas žibintas žibintai žibinto zibintai zibinto posūkio posukio posukis
    filtras filtrai žarna zarna žarnelė zarnele grotelės groteles apdaila apdailos ženkliukas zenkliukas kilimėliai kilimeliai kablys sparnas sparno sparnai dešrelė juodas baltas apatinis virsutinis
    vidinis vidine išorinis isorinis isorine elektrinis elektriniai sildomas šildomas rūko ruko kronšteinas kronsteinas laikiklis laikikliai dangtis dangtelis kamera kaina būklė bukle gera dalys dalis autodalys automobilio velenas krumpliaratis`,
  fixed: `
    trins multifunkcyjna multifunkcyjny multifunkcyjne gearkasse hh polaut hej idrive draadloze dongle ptr pt litri castrol
    abat agli agr ai alu android androidauto aro aros asa asse aval azul bac baku bez bico bohr bom bon bota buen came carplay codo coin
    conditionne cone copa cuna cyl demi di dol duo duza duzy edel eje etui falt fap fer fest filc fond fune funk gond gota gumy gut halb ham
    harz hohe holm honeycomb horizontal igla ihre iman jgo jogo jour kat klar klaxon kpl kula lade lama lapa lapy lega mala maly masy mesa
    mesh mesi mess metr mi mois mola mors mot muy mwst neue nez novo ober oeil oeuf ojo okna oleo opor ozon par pasa pasy pate peca pie pied
    piso pivo plaques plat platin plip pont pot pret prix przed rampa rand raum resorte roda rost rot rury rzad sac sehr sie sieb smar smok
    sol sous spar spi stan studded sul sup taco taillight taillights taques tief tir tole tras tyln uhr underseat urto util vela vis voie
    voir walki wert weze zms
    iarna hiver ete invernal invernali estivo estivi estive zimni letni zimowe letnie vinter sommar sommer teli nyari
    noroi margine incarcare aliaj otel inoxidabil plasa plase deflectoare folii din longitudinale textil inscriptie inscriptia modelului stema
    sigla paravant paravanturi telefon inmatriculare copil aluminiu spite toli antracit bicolor bec telescop welurow inversor del los
    las maple sycamore piano bypass bov ccv tage tagen sommerkomplettrader motorhazteto vindruta bagagematta kladsel incandescencia
    winterrader winterraeder sommerrader sommerraeder komplettraeder po dni miesiecy
    cano canos grana grane lanac lanca lanci pala palas siva sivi
    szt vrhu rif
    ovp orig em come el nya nue brzd rdec fume nuit bsi bsm evtl usw etc itd itp wraz uvm zzgl dpd dhl zgo vgl bzw pris amk
    eps su og nad`,
} as const

const listed = (languages: readonly (keyof typeof stems)[]) =>
  new Set(languages.flatMap((language) => plainText(stems[language]).split(/[\s-]+/)).filter(Boolean))
const brands = listed(['brands'])
const english = new Set([...listed(['en']), ...brands])
// Short words of these languages take no endings, for with one they may be anything.
const others = listed(['bg', 'cs', 'el', 'fi', 'hu', 'lt', 'nl', 'pt', 'ro', 'sr', 'sv', 'tr', 'uk'])
const inflected = new Set([
  ...listed(['de', 'fr', 'pl', 'it', 'es']),
  ...[...others].filter(({ length }) => length >= 5),
])
const all = new Set([...english, ...inflected, ...others, ...listed(['fixed'])])
const longest = Math.max(...[...all].map((stem) => stem.length))

/** Tells whether words in small letters, joined and without marks, are a maker or brand of parts, such as `powerstop`. */
export const isBrand = (words: string): boolean => brands.has(words)

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
