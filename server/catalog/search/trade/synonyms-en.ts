/**
 * Lists what the trade calls a part in American and British English. A line has a word and, behind the colon, what else it is called: each
 * is a pair. `>` marks a word that finds the first one, but is not found by it: it is wider, or misspelled. `#` names the categories of the
 * demo that the lines below lead to.
 */
export const englishSynonyms = `
# brake-discs
brake disc: >rotor, brake rotor, disc rotor, brake disk, disk rotor, disc brake rotor, >break disc, >break rotor, >brakedisc, front rotor, rear rotor
vented brake disc: vented rotor, ventilated disc, ventilated rotor
# brake-pads
brake pad: brake lining, disc pad, disc brake pad, friction pad, brake block, >break pad, >brakepad, >break lining, pad set, disk brake pad
# drum-brakes
brake drum: drum brake, >break drum, >brakedrum
# brake-calipers
brake caliper: brake calliper, disc brake caliper, >break caliper, >break calliper, >calliper, caliper assembly
# brake-hoses
brake hose: brake line hose, flexible brake line, brake flex hose, flexi hose, flex brake line, hydraulic brake hose, >break hose, >brakehose
# spark-plugs
spark plug: sparking plug, ignition plug, >sparkplug, >spark pulg, iridium plug, platinum plug
# ignition-coils
ignition coil: coil pack, coil on plug, pencil coil, spark coil, plug top coil, >ignitioncoil, >cop coil, stick coil
# timing-drive
timing belt kit: cambelt kit, cam belt kit, timing kit, toothed belt kit, timing belt set
timing belt: cambelt, cam belt, toothed belt, >timingbelt, synchronous belt
# cooling
coolant pump: water pump, engine water pump, cooling pump, >waterpump, cooling water pump
# engine-internals
piston: engine piston, piston assembly, >pistion
# turbochargers
turbocharger: turbo, turbo charger, exhaust turbocharger, >turbo unit, vgt turbo
# shock-absorbers
shock absorber: >shock, damper, shocker, shock damper, gas shock, telescopic damper, suspension damper, >shocks absorber, shock strut, >shockabsorber
coilover strut: coilover, coil over, coil over shock, strut assembly, macpherson strut, suspension strut, adjustable suspension
# springs
coil spring: suspension spring, road spring, helical spring, chassis spring, lowering spring, >coilspring
# control-arms
control arm: wishbone, track control arm, suspension arm, a arm, lower control arm, swing arm, lower arm, >controlarm, transverse link
# wheel-hubs
wheel hub: hub assembly, hub unit, wheel bearing hub, hub bearing, wheel hub bearing, >wheelhub, wheel bearing, wheel bearing kit, wheel bearing unit
# batteries
starter battery: car battery, vehicle battery, automotive battery, starting battery, accumulator, sli battery, >auto battery
# alternators
alternator: dynamo, charging generator, >alternater, >altenator, car generator
# starter-motors
starter motor: >starter, self starter, cranking motor, engine starter, >startermotor, >electric starter
# bulbs
halogen bulb: headlight bulb, headlamp bulb, >light bulb, halogen lamp, car bulb, >lightbulb, auto bulb, headlight lamp
# fuses
blade fuse: car fuse, plug in fuse, ato fuse, atc fuse, automotive fuse, spade fuse
fuse assortment: fuse kit, assorted fuses, fuse box set
# oil-filters
oil filter: engine oil filter, lube filter, oil filter cartridge, lubricant filter, >oilfilter
spin on oil filter: screw on oil filter, canister oil filter, spin on filter, oil filter can
oil filter element: oil filter insert, cartridge oil filter, paper oil filter, element filter
# air-filters
air filter: engine air filter, air cleaner, air cleaner element, intake filter, panel filter, air filter element, >airfilter, intake air filter
# cabin-filters
cabin filter: pollen filter, cabin air filter, interior filter, interior air filter, hvac filter, dust filter, microfilter, passenger compartment filter, ac filter, >cabinfilter, charcoal cabin filter
# fuel-filters
fuel filter: gas filter, petrol filter, gasoline filter, diesel filter, fuel strainer, >fuelfilter
# tyres
summer tire: summer tyre
winter tire: winter tyre, snow tire, snow tyre, cold weather tyre
all season tire: all season tyre, all weather tire, all weather tyre, four season tyre
# tyres rims wheel-bolts pressure-sensors workshop-equipment
tire: tyre, >tyer
# rims
alloy rim: alloy wheel, alloys, aluminum wheel, aluminium wheel, mag wheel, aluminum rim, aluminium rim, light alloy wheel, cast wheel
steel rim: steel wheel, steelies, steel disc wheel, pressed steel wheel
# wheel-bolts
wheel bolt: lug bolt, wheel screw, lug bolts set, >wheelbolt, wheel stud bolt
# pressure-sensors
tire pressure sensor: tyre pressure sensor, tpms, tpms sensor, rdks sensor, tire monitor sensor, tyre pressure monitor, tire pressure monitor
# wrenches cordless-tools
wrench: spanner
# wrenches
combination wrench: combination spanner, ring spanner, open end wrench, box end wrench, open ended spanner, ring wrench
torque wrench: torque spanner, click wrench, torque key, torque ratchet, >torquewrench
socket set: ratchet set, socket kit, socket wrench set, ratchet kit, box spanner set
# screwdrivers
screwdriver: screw driver, turnscrew, >screwdrivers kit, vde screwdriver, driver set
# pliers-and-hammers
pliers: combination pliers, linesman pliers, lineman pliers, >plier, combi pliers
hammer: ball peen hammer, ball pein hammer, engineers hammer, machinist hammer, mechanics hammer
# cordless-tools
impact wrench: impact gun, rattle gun, impact driver, nut runner, air gun wrench, wheel gun
cordless grinder: angle grinder, disc grinder, side grinder, battery grinder, cut off grinder
cordless drill: drill driver, battery drill, power drill, >drill, cordless screwdriver drill, rechargeable drill
# lamps
work light: work lamp, inspection lamp, inspection light, trouble light, hand lamp, wander lead lamp, led work lamp, shop light, mechanics lamp, >worklight
# lifting
trolley jack: floor jack, car jack, hydraulic jack, garage jack, >jack, service jack, rolling jack
two post lift: car lift, vehicle lift, car hoist, post hoist, two post hoist, two post ramp, vehicle hoist, automotive lift
# lifting air-supply
workshop press: hydraulic press, shop press, bearing press, garage press, arbor press
# air-supply
compressor: air compressor, piston compressor, workshop compressor, >air pump compressor
# workshop-equipment
wheel balancer: balancing machine, wheel balancing machine, tire balancer, tyre balancer, >balancer
tool trolley: tool cart, roller cabinet, roll cab, tool chest, rolling tool box, tool cabinet, tool box on wheels
# oils
engine oil: motor oil, lube oil, car oil, crankcase oil, engine lubricant, >engineoil, synthetic engine oil
# brake-fluids cleaners-and-greases
brake fluid: brake oil, hydraulic brake fluid, >break fluid, >break oil, clutch fluid, >brakefluid
# coolants cooling
coolant concentrate: antifreeze, anti freeze, radiator fluid, engine coolant, antifreeze concentrate, coolant additive
# cleaners-and-greases
parts cleaner: brake cleaner, brake parts cleaner, degreaser, component cleaner, brake clean, >break cleaner
multi purpose grease: lithium grease, bearing grease, chassis grease, lube grease, multipurpose grease, ep grease, wheel bearing grease
# -
hood: bonnet, engine hood, engine lid, engine bonnet
hood strut: bonnet strut, bonnet lifter, hood lift support, bonnet gas strut
hood latch: bonnet latch, bonnet lock, bonnet catch
fender: wing panel, front wing, mudguard, quarter fender
fender liner: wheel arch liner, splash shield, inner wing liner, wheel housing liner
trunk lid: boot lid, decklid, tailgate, hatch lid
trunk strut: boot strut, tailgate strut, liftgate strut
windshield: windscreen, front windscreen, front screen
windshield wiper: windscreen wiper, wiper blade, screen wiper, wiper rubber
windshield washer pump: windscreen washer pump, screen wash pump, washer jet pump
washer fluid: screen wash, screenwash, windshield washer fluid, windscreen wash
turn signal: indicator lamp, blinker, flasher lamp, direction indicator
headlight: headlamp, head light, front lamp
taillight: tail lamp, rear lamp, rear light cluster, tail light
license plate lamp: number plate lamp, number plate light, licence plate light
fog lamp: fog light, front fog light, foglamp
side mirror: wing mirror, door mirror, rear view mirror glass
bumper: bumper bar, front bumper cover, fascia bumper
grille: radiator grill, front grill, grill trim
exhaust muffler: exhaust silencer, rear silencer, back box, muffler
tailpipe: exhaust tip, exhaust trim, tail pipe
catalytic converter: exhaust catalyst, cat converter, catalyst converter
exhaust manifold: exhaust header, manifold header
particulate filter: dpf, diesel particulate trap, soot filter
oxygen sensor: lambda sensor, lambda probe, o2 sensor
exhaust gasket: exhaust pipe seal, downpipe gasket
clutch kit: clutch set, clutch assembly kit
clutch release bearing: throwout bearing, thrust bearing clutch, clutch thrust bearing
clutch disc: clutch plate, friction plate clutch, driven plate
flywheel: dual mass flywheel, dmf
transmission fluid: gearbox oil, atf, gear lube
transmission: gearbox, gear box
gear shift lever: gear stick, gear lever, shifter lever
drive shaft: propeller shaft, propshaft, prop shaft, cardan shaft
axle shaft: half shaft, cv axle, drive axle
cv joint: constant velocity joint, homokinetic joint
cv boot: axle boot, driveshaft gaiter, cv gaiter
tie rod end: track rod end, steering rod end, outer tie rod
tie rod: track rod, inner tie rod, axial rod
ball joint: suspension ball joint, swivel joint
sway bar: anti roll bar, stabilizer bar, stabiliser bar
sway bar link: anti roll bar link, drop link, stabilizer link, stabiliser link
bushing: suspension bush, rubber bush, silent block
strut mount: top mount, suspension top mount, strut bearing
leaf spring: cart spring, semi elliptic spring
steering rack: rack and pinion, steering gear
power steering pump: pas pump, steering pump, servo pump
power steering fluid: pas fluid, hydraulic steering oil
engine mount: engine mounting, motor mount
valve cover: rocker cover, cam cover
valve cover gasket: rocker cover gasket, cam cover gasket
head gasket: cylinder head gasket, cylinder gasket
oil pan: oil sump, sump pan
oil drain plug: sump plug, drain bolt
serpentine belt: fan belt, alternator belt, poly v belt, aux belt, ribbed belt
tensioner pulley: idler pulley, belt tensioner, jockey wheel
crankshaft seal: crank seal, rear main seal
camshaft: cam shaft, bump stick
valve lifter: tappet, cam follower, lash adjuster
glow plug: diesel glow plug, preheating plug
fuel injector: injection nozzle, injector valve
fuel pump: petrol pump, fuel delivery pump
fuel tank cap: petrol cap, gas cap
throttle body: throttle housing, throttle valve unit
accelerator pedal: gas pedal, throttle pedal
mass air flow sensor: maf sensor, air mass meter, airflow meter
crankshaft sensor: crank sensor, crankshaft position sensor
knock sensor: detonation sensor
thermostat: coolant regulator, coolant thermostat
radiator: cooler core, engine radiator
radiator hose: coolant hose, water hose
expansion tank: coolant reservoir, overflow bottle, header tank
heater core: heater matrix, heat exchanger
blower motor: heater fan, interior fan, heater blower
a c condenser: air con condenser, ac condenser, aircon condenser
master cylinder: brake master cylinder, main brake cylinder
wheel cylinder: brake slave cylinder, drum brake cylinder
brake shoe: drum brake shoe, handbrake shoe, parking brake shoe
parking brake cable: handbrake cable, hand brake cable, emergency brake cable
abs sensor: wheel speed sensor, abs ring sensor
lug nut: wheel nut, wheel nuts set
hubcap: wheel trim, wheel cover, hub cap
wheel spacer: track spacer, wheel spacers kit
valve stem: snap in valve, schrader valve
cotter pin: split pin, spring cotter
hose clamp: jubilee clip, hose clip, worm drive clip
allen key: hex key, hexagon key, allen wrench
vise grip: mole grip, locking pliers
box cutter: utility knife, stanley knife
jack stand: axle stand, safety stand
engine hoist: engine crane, cherry picker crane
creeper: crawler board, mechanics creeper
oil filter wrench: filter strap wrench, oil filter strap
ground strap: earth strap, earthing strap
horn: klaxon, signal horn
dashboard: dash panel, fascia panel, instrument panel
trailer hitch: tow bar, towbar, tow hitch
roof rack: roof bars, roof carrier
`
