(()=>{async function ol(s){let t=Uint8Array.from(atob(s),n=>n.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(e).arrayBuffer())}async function pu({ranges:s,count:t,order:e,data:n}){let i=await ol(n),r=s.length*t;return s.map(([o,a],l)=>{let c=new Float32Array(t),h=(a-o)/(2*32767),u=0,d=0;for(let f=0;f<t;f++){let p=l*t+f,y=i[p]|i[r+p]<<8;d=e===2?d+y<<16>>16:y,u=u+d<<16>>16,c[f]=u===-32768?NaN:o+(u+32767)*h}return c})}async function I_(s){return new Float64Array((await ol(s)).buffer)}async function op({start:s,step:t,count:e,data:n}){return n?I_(n):Float64Array.from({length:e},(i,r)=>s+r*t)}async function L_(s){if(s.kind!=="mesh")return s;let t=new Float32Array((await ol(s.points)).buffer),e=new Uint32Array((await ol(s.faces)).buffer);return{...s,points:t,faces:e}}async function D_(s){let[t,e,n,i,r]=await Promise.all([op(s.times),pu(s.poses),op(s.curves.times),pu(s.curves.values),pu(s.loads.values)]),o=await Promise.all(s.scene.bodies.map(async l=>({...l,solids:await Promise.all(l.solids.map(L_))}))),a=new Map(s.curves.names.map((l,c)=>[l,{name:l,unit:s.curves.units[c],values:i[c]}]));return{...s,times:t,poses:e,curveTimes:n,signals:a,loadValues:r,scene:{...s.scene,bodies:o}}}async function ap(s){let t=JSON.parse(s);return{...t,motions:await Promise.all(t.motions.map(D_))}}function Xi(s,t){let e=0,n=s.length-1;for(;n-e>1;){let r=e+n>>1;s[r]<=t?e=r:n=r}let i=s[n]-s[e];return[e,n,i>0?Math.min(1,Math.max(0,(t-s[e])/i)):0]}function al(s,t,e){let[n,i,r]=Xi(s,e);return r===0?t[n]:t[n]+r*(t[i]-t[n])}var lp=[["s",1],["ms",.001],["\xB5s",1e-6],["ns",1e-9]];function ll(s){return lp.find(([,t])=>s>=.5*t)??lp[0]}function gu(s,t){let[e,n]=ll(t),i=Math.max(0,Math.min(4,Math.ceil(2.3-Math.log10(t/n))));return`${mu((s/n).toFixed(i))} ${e}`}function Be(s){if(s==null||Number.isNaN(s))return"\u2013";if(s===0)return"0";let t=Math.abs(s);if(t>=1e5||t<1e-4){let[e,n]=s.toExponential(2).split("e");return mu(`${Number(e)}e${Number(n)}`)}return mu(Number(s.toPrecision(4)).toString())}function cp(s){let[t,e]=[["km",1e3],["m",1],["mm",.001],["\xB5m",1e-6]].find(([,n])=>s>=n)??["m",1];return`${Number((s/e).toPrecision(3))} ${t}`}function cl(s){let[t,e]=[["t",1e3],["kg",1],["g",.001],["mg",1e-6]].find(([,n])=>s>=n)??["kg",1];return`${Number((s/e).toPrecision(3))} ${t}`}function _u(s){if(!Number.isFinite(s))return"\u2013";let t=Number(s.toPrecision(3)),[e,n]=[["MN",1e6],["kN",1e3],["N",1],["mN",.001]].find(([,i])=>t>=i)??["N",1];return`${Number((t/n).toPrecision(3))} ${e}`}function xu(s){return s>=1?`${Number(s.toPrecision(3))}\xD7`:`1/${Number((1/s).toPrecision(3))}\xD7`}function hl(s){let t=10**Math.floor(Math.log10(s));return t*([5,2,1].find(e=>e*t<=s*(1+1e-9))??1)}function mu(s){return s.replace("-","\u2212").replace("e\u2212","e-").replace("e-","e\u2212")}function ot(s,t={},...e){let n=document.createElement(s);for(let[i,r]of Object.entries(t))i.startsWith("on")?n.addEventListener(i.slice(2),r):r!==!1&&r!==void 0&&n.setAttribute(i,r===!0?"":r);return n.append(...e),n}function ul(s){let t=ot("i");return t.style.background=s,t}var hp=6,dl=class{constructor(t,e){Object.assign(this,{page:t,live:e,settings:[]}),this.table=ot("table",{}),this.figure=ot("figure",{id:"kept",hidden:!0},ot("figcaption",{},ot("b",{},"Beside each other"),ot("small",{},"ghosts and dashed curves")),this.table)}keep(){if(this.settings.length>=hp){this.live.say(`Up to ${hp} settings are kept beside each other: take one away first.`);return}let{motion:t}=this.page,{times:e,curveTimes:n,poses:i,signals:r,loadValues:o}=t,a=structuredClone(t.scene),l=h=>h.map(u=>u.slice()),c={...t,scene:a,label:this.label(this.live.values),times:e.slice(),curveTimes:n.slice(),poses:l(i),loadValues:l(o),signals:new Map([...r].map(([h,u])=>[h,{...u,values:u.values.slice()}]))};this.settings.push({...this.live.values}),this.page.addGhost(c),this.renew()}remove(t){this.settings.splice(t,1),this.page.removeGhost(t+1),this.renew()}label(t){return this.live.sliders.filter(({name:n})=>t[n]!==this.live.author[n]).map(({name:n})=>`${n} = ${Be(t[n])}`).join(", ")||"author's numbers"}renew(){let t=[this.live.values,...this.settings],e=this.live.sliders.map(({name:l})=>l).filter(l=>t.some(c=>c[l]!==t[0][l])),n=l=>this.live.sliders.find(c=>c.name===l).unit,i=l=>e.map(c=>ot("td",{},Be(l[c]))),r=ot("tr",{},ot("th",{}),...e.map(l=>ot("th",{},l," ",ot("small",{},n(l)))),ot("th",{})),o=ot("tr",{class:"now-row"},ot("th",{},"now"),...i(this.live.values),ot("td",{})),a=this.settings.map((l,c)=>ot("tr",{},ot("th",{},ot("button",{title:"take these numbers",onclick:()=>this.take(c)},`kept ${c+1}`)),...i(l),ot("td",{},ot("button",{class:"away","aria-label":`take away kept ${c+1}`,onclick:()=>this.remove(c)},"\xD7"))));this.table.replaceChildren(r,o,...a),this.figure.hidden=!this.settings.length}take(t){this.live.values={...this.settings[t]},this.live.changed()}};function up(s){let t=r=>`"${(/^[=+\-@\t\r]/.test(r)?`'${r}`:r).replaceAll('"','""')}"`,e=[...s.signals.values()],n=["time [s]",...e.map(({name:r,unit:o})=>o?`${r} [${o}]`:r)].map(t).join(","),i=Array.from(s.curveTimes,(r,o)=>[r,...e.map(({values:a})=>a[o])].join(","));return[n,...i,""].join(`\r
`)}var jp=0,nd=1,Qp=2;var Pa=1,tm=2,co=3,ji=0,Jn=1,Kn=2,lr=0,ho=1,id=2,sd=3,rd=4,em=5;var cr=100,nm=101,im=102,sm=103,rm=104,om=200,am=201,lm=202,cm=203,od=204,ad=205,hm=206,um=207,dm=208,fm=209,pm=210,mm=211,gm=212,_m=213,xm=214,Vl=0,Gl=1,Hl=2,Kr=3,Wl=4,Xl=5,ql=6,Yl=7,Tc=0,ym=1,vm=2,Qi=0,ld=1,cd=2,hd=3,ud=4,dd=5,fd=6,pd=7;var md=300,hr=301,uo=302,Ec=303,Cc=304,$l=1e3,$i=1001,Zl=1002,En=1003,Sm=1004;var Ia=1005;var $n=1006,Rc=1007;var Ms=1008;var ii=1009,gd=1010,_d=1011,fo=1012,Pc=1013,bi=1014,ei=1015,Ni=1016,Ic=1017,Lc=1018,ur=1020,xd=35902,yd=35899,vd=1021,Sd=1022,ui=1023,xs=1026,bs=1027,Dc=1028,La=1029,Xs=1030,Nc=1031;var Uc=1033,Da=33776,Na=33777,Ua=33778,Fa=33779,Fc=35840,Oc=35841,Bc=35842,zc=35843,kc=36196,Vc=37492,Gc=37496,Hc=37488,Wc=37489,Oa=37490,Xc=37491,qc=37808,Yc=37809,$c=37810,Zc=37811,Jc=37812,Kc=37813,jc=37814,Qc=37815,th=37816,eh=37817,nh=37818,ih=37819,sh=37820,rh=37821,oh=36492,ah=36494,lh=36495,ch=36283,hh=36284,Ba=36285,uh=36286;var Ko=2300,Jl=2301,zl=2302,Yu=2303,$u=2400,Zu=2401,Ju=2402;var Mm=3200;var za=0,bm=1,ws="",qn="srgb",jo="srgb-linear",Qo="linear",Te="srgb";var kl=7680,Md=7681;var bd=517;var wm=519,Am=512,Tm=513,Em=514,wd=515,Cm=516,Rm=517,Ad=518,Td=519,Ed=35044,Cd=35048;var Rd="300 es",vi=2e3,jr=2001;function N_(s){for(let t=s.length-1;t>=0;--t)if(s[t]>=65535)return!0;return!1}function U_(s){return ArrayBuffer.isView(s)&&!(s instanceof DataView)}function ta(s){return document.createElementNS("http://www.w3.org/1999/xhtml",s)}function Pm(){let s=ta("canvas");return s.style.display="block",s}var dp={},Qr=null;function ea(...s){let t="THREE."+s.shift();Qr?Qr("log",t,...s):console.log(t,...s)}function Im(s){let t=s[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=s[1];e&&e.isStackTrace?s[0]+=" "+e.getLocation():s[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return s}function Zt(...s){s=Im(s);let t="THREE."+s.shift();if(Qr)Qr("warn",t,...s);else{let e=s[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...s)}}function ee(...s){s=Im(s);let t="THREE."+s.shift();if(Qr)Qr("error",t,...s);else{let e=s[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...s)}}function qo(...s){let t=s.join(" ");t in dp||(dp[t]=!0,Zt(...s))}function Lm(s,t,e){return new Promise(function(n,i){function r(){switch(s.clientWaitSync(t,s.SYNC_FLUSH_COMMANDS_BIT,0)){case s.WAIT_FAILED:i();break;case s.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Dm={[Vl]:Vl,[Hl]:ql,[Wl]:Wl,[Kr]:Xl,[Gl]:Gl,[ql]:Hl,[Yl]:Yl,[Xl]:Kr},Zi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let i=n[t];if(i!==void 0){let r=i.indexOf(e);r!==-1&&i.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let i=n.slice(0);for(let r=0,o=i.length;r<o;r++)i[r].call(this,t);t.target=null}}},Un=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],fp=1234567,Yo=Math.PI/180,to=180/Math.PI;function qs(){let s=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Un[s&255]+Un[s>>8&255]+Un[s>>16&255]+Un[s>>24&255]+"-"+Un[t&255]+Un[t>>8&255]+"-"+Un[t>>16&15|64]+Un[t>>24&255]+"-"+Un[e&63|128]+Un[e>>8&255]+"-"+Un[e>>16&255]+Un[e>>24&255]+Un[n&255]+Un[n>>8&255]+Un[n>>16&255]+Un[n>>24&255]).toLowerCase()}function le(s,t,e){return Math.max(t,Math.min(e,s))}function Pd(s,t){return(s%t+t)%t}function F_(s,t,e,n,i){return n+(s-t)*(i-n)/(e-t)}function O_(s,t,e){return s!==t?(e-s)/(t-s):0}function $o(s,t,e){return(1-e)*s+e*t}function B_(s,t,e,n){return $o(s,t,1-Math.exp(-e*n))}function z_(s,t=1){return t-Math.abs(Pd(s,t*2)-t)}function k_(s,t,e){return s<=t?0:s>=e?1:(s=(s-t)/(e-t),s*s*(3-2*s))}function V_(s,t,e){return s<=t?0:s>=e?1:(s=(s-t)/(e-t),s*s*s*(s*(s*6-15)+10))}function G_(s,t){return s+Math.floor(Math.random()*(t-s+1))}function H_(s,t){return s+Math.random()*(t-s)}function W_(s){return s*(.5-Math.random())}function X_(s){s!==void 0&&(fp=s);let t=fp+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function q_(s){return s*Yo}function Y_(s){return s*to}function $_(s){return s>0&&Number.isInteger(s)&&2**Math.round(Math.log2(s))===s}function Z_(s){return Math.pow(2,Math.ceil(Math.log(s)/Math.LN2))}function Id(s){return Math.pow(2,Math.floor(Math.log(s)/Math.LN2))}function J_(s,t,e,n,i){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(i){case"XYX":s.set(a*h,l*u,l*d,a*c);break;case"YZY":s.set(l*d,a*h,l*u,a*c);break;case"ZXZ":s.set(l*u,l*d,a*h,a*c);break;case"XZX":s.set(a*h,l*p,l*f,a*c);break;case"YXY":s.set(l*f,a*h,l*p,a*c);break;case"ZYZ":s.set(l*p,l*f,a*h,a*c);break;default:Zt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+i)}}function dh(s){switch(s.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Ld(s,t){if(t.constructor===Float32Array)return s;let e=dh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(s/e,-1)}function Dd(s,t){if(t.constructor===Float32Array)return s;let e=dh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(s*e)}var ts={DEG2RAD:Yo,RAD2DEG:to,generateUUID:qs,clamp:le,euclideanModulo:Pd,mapLinear:F_,inverseLerp:O_,lerp:$o,damp:B_,pingpong:z_,smoothstep:k_,smootherstep:V_,randInt:G_,randFloat:H_,randFloatSpread:W_,seededRandom:X_,degToRad:q_,radToDeg:Y_,isPowerOfTwo:$_,ceilPowerOfTwo:Z_,floorPowerOfTwo:Id,setQuaternionFromProperEuler:J_,normalize:Dd,denormalize:Ld},Ht=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,i=t.elements;return this.x=i[0]*e+i[3]*n+i[6],this.y=i[1]*e+i[4]*n+i[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(le(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),i=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*i+t.x,this.y=r*i+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},mn=class{constructor(t=0,e=0,n=0,i=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=i}static slerpFlat(t,e,n,i,r,o,a){let l=n[i+0],c=n[i+1],h=n[i+2],u=n[i+3],d=r[o+0],f=r[o+1],p=r[o+2],y=r[o+3];if(u!==y||l!==d||c!==f||h!==p){let g=l*d+c*f+h*p+u*y;g<0&&(d=-d,f=-f,p=-p,y=-y,g=-g);let m=1-a;if(g<.9995){let S=Math.acos(g),E=Math.sin(S);m=Math.sin(m*S)/E,a=Math.sin(a*S)/E,l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+y*a}else{l=l*m+d*a,c=c*m+f*a,h=h*m+p*a,u=u*m+y*a;let S=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=S,c*=S,h*=S,u*=S}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,i,r,o){let a=n[i],l=n[i+1],c=n[i+2],h=n[i+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,i){return this._x=t,this._y=e,this._z=n,this._w=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,i=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(i/2),u=a(r/2),d=l(n/2),f=l(i/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:Zt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,i=Math.sin(n);return this._x=t.x*i,this._y=t.y*i,this._z=t.z*i,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],i=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-i)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(i+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(i+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-i)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(le(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let i=Math.min(1,e/n);return this.slerp(t,i),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,i=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+i*c-r*l,this._y=i*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-i*a,this._w=o*h-n*a-i*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,i=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,i=-i,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+i*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+i*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),i=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(i*Math.sin(t),i*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},P=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(pp.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(pp.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*i,this.y=r[1]*e+r[4]*n+r[7]*i,this.z=r[2]*e+r[5]*n+r[8]*i,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*i+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*i+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*i+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*i+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,i=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*i-a*n),h=2*(a*e-r*i),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=i+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,i=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*i,this.y=r[1]*e+r[5]*n+r[9]*i,this.z=r[2]*e+r[6]*n+r[10]*i,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this.z=le(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this.z=le(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,i=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=i*l-r*a,this.y=r*o-n*l,this.z=n*a-i*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return yu.copy(this).projectOnVector(t),this.sub(yu)}reflect(t){return this.sub(yu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(le(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,i=this.z-t.z;return e*e+n*n+i*i}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let i=Math.sin(e)*t;return this.x=i*Math.sin(n),this.y=Math.cos(e)*t,this.z=i*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),i=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=i,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},yu=new P,pp=new mn,ie=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,i,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c)}set(t,e,n,i,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=i,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],y=i[0],g=i[3],m=i[6],S=i[1],E=i[4],v=i[7],C=i[2],T=i[5],_=i[8];return r[0]=o*y+a*S+l*C,r[3]=o*g+a*E+l*T,r[6]=o*m+a*v+l*_,r[1]=c*y+h*S+u*C,r[4]=c*g+h*E+u*T,r[7]=c*m+h*v+u*_,r[2]=d*y+f*S+p*C,r[5]=d*g+f*E+p*T,r[8]=d*m+f*v+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+i*r*c-i*o*l}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+i*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=u*y,t[1]=(i*c-h*n)*y,t[2]=(a*n-i*o)*y,t[3]=d*y,t[4]=(h*e-i*l)*y,t[5]=(i*r-a*e)*y,t[6]=f*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,i,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-i*c,i*l,-i*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return qo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(vu.makeScale(t,e)),this}rotate(t){return qo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(vu.makeRotation(-t)),this}translate(t,e){return qo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(vu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<9;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},vu=new ie,mp=new ie().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),gp=new ie().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function K_(){let s={enabled:!0,workingColorSpace:jo,spaces:{},convert:function(i,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Te&&(i.r=_s(i.r),i.g=_s(i.g),i.b=_s(i.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(i.applyMatrix3(this.spaces[r].toXYZ),i.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Te&&(i.r=Jr(i.r),i.g=Jr(i.g),i.b=Jr(i.b))),i},workingToColorSpace:function(i,r){return this.convert(i,this.workingColorSpace,r)},colorSpaceToWorking:function(i,r){return this.convert(i,r,this.workingColorSpace)},getPrimaries:function(i){return this.spaces[i].primaries},getTransfer:function(i){return i===ws?Qo:this.spaces[i].transfer},getToneMappingMode:function(i){return this.spaces[i].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(i,r=this.workingColorSpace){return i.fromArray(this.spaces[r].luminanceCoefficients)},define:function(i){Object.assign(this.spaces,i)},_getMatrix:function(i,r,o){return i.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(i){return this.spaces[i].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(i=this.workingColorSpace){return this.spaces[i].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return s.define({[jo]:{primaries:t,whitePoint:n,transfer:Qo,toXYZ:mp,fromXYZ:gp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:qn},outputColorSpaceConfig:{drawingBufferColorSpace:qn}},[qn]:{primaries:t,whitePoint:n,transfer:Te,toXYZ:mp,fromXYZ:gp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:qn}}}),s}var _e=K_();function _s(s){return s<.04045?s*.0773993808:Math.pow(s*.9478672986+.0521327014,2.4)}function Jr(s){return s<.0031308?s*12.92:1.055*Math.pow(s,.41666)-.055}var Nr,Kl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Nr===void 0&&(Nr=ta("canvas")),Nr.width=t.width,Nr.height=t.height;let i=Nr.getContext("2d");t instanceof ImageData?i.putImageData(t,0,0):i.drawImage(t,0,0,t.width,t.height),n=Nr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ta("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let i=n.getImageData(0,0,t.width,t.height),r=i.data;for(let o=0;o<r.length;o++)r[o]=_s(r[o]/255)*255;return n.putImageData(i,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(_s(e[n]/255)*255):e[n]=_s(e[n]);return{data:e,width:t.width,height:t.height}}else return Zt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},j_=0,eo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:j_++}),this.uuid=qs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},i=this.data;if(i!==null){let r;if(Array.isArray(i)){r=[];for(let o=0,a=i.length;o<a;o++)i[o].isDataTexture?r.push(Su(i[o].image)):r.push(Su(i[o]))}else r=Su(i);n.url=r}return e||(t.images[this.uuid]=n),n}};function Su(s){return typeof HTMLImageElement<"u"&&s instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&s instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&s instanceof ImageBitmap?Kl.getDataURL(s):s.data?{data:Array.from(s.data),width:s.width,height:s.height,type:s.data.constructor.name}:(Zt("Texture: Unable to serialize Texture."),{})}var Q_=0,Mu=new P,Zn=class s extends Zi{constructor(t=s.DEFAULT_IMAGE,e=s.DEFAULT_MAPPING,n=$i,i=$i,r=$n,o=Ms,a=ui,l=ii,c=s.DEFAULT_ANISOTROPY,h=ws){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Q_++}),this.uuid=qs(),this.name="",this.source=new eo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=i,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ht(0,0),this.repeat=new Ht(1,1),this.center=new Ht(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ie,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Mu).x}get height(){return this.source.getSize(Mu).y}get depth(){return this.source.getSize(Mu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){Zt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){Zt(`Texture.setValues(): property '${e}' does not exist.`);continue}i&&n&&i.isVector2&&n.isVector2||i&&n&&i.isVector3&&n.isVector3||i&&n&&i.isMatrix3&&n.isMatrix3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==md)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case $l:t.x=t.x-Math.floor(t.x);break;case $i:t.x=t.x<0?0:1;break;case Zl:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case $l:t.y=t.y-Math.floor(t.y);break;case $i:t.y=t.y<0?0:1;break;case Zl:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Zn.DEFAULT_IMAGE=null;Zn.DEFAULT_MAPPING=md;Zn.DEFAULT_ANISOTROPY=1;var Ee=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,i=1){this.x=t,this.y=e,this.z=n,this.w=i}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,i){return this.x=t,this.y=e,this.z=n,this.w=i,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,i=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*i+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*i+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*i+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*i+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,i,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],y=l[2],g=l[6],m=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-y)<.01&&Math.abs(p-g)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+y)<.1&&Math.abs(p+g)<.1&&Math.abs(c+f+m-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let E=(c+1)/2,v=(f+1)/2,C=(m+1)/2,T=(h+d)/4,_=(u+y)/4,w=(p+g)/4;return E>v&&E>C?E<.01?(n=0,i=.707106781,r=.707106781):(n=Math.sqrt(E),i=T/n,r=_/n):v>C?v<.01?(n=.707106781,i=0,r=.707106781):(i=Math.sqrt(v),n=T/i,r=w/i):C<.01?(n=.707106781,i=.707106781,r=0):(r=Math.sqrt(C),n=_/r,i=w/r),this.set(n,i,r,e),this}let S=Math.sqrt((g-p)*(g-p)+(u-y)*(u-y)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(g-p)/S,this.y=(u-y)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+m-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this.z=le(this.z,t.z,e.z),this.w=le(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this.z=le(this.z,t,e),this.w=le(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},jl=class extends Zi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:$n,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ee(0,0,t,e),this.scissorTest=!1,this.viewport=new Ee(0,0,t,e),this.textures=[];let i=n.count;for(let r=0;r<i;r++)this.textures[r]=new Zn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:$n,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let i=0,r=this.textures.length;i<r;i++)this.textures[i].image.width=t,this.textures[i].image.height=e,this.textures[i].image.depth=n,this.textures[i].isData3DTexture!==!0&&(this.textures[i].isArrayTexture=this.textures[i].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let i=Object.assign({},t.textures[e].image);this.textures[e].source=new eo(i)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},di=class extends jl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},na=class extends Zn{constructor(t=null,e=1,n=1,i=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=En,this.minFilter=En,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Ql=class extends Zn{constructor(t=null,e=1,n=1,i=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:i},this.magFilter=En,this.minFilter=En,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Ot=class s{static{this.prototype.isMatrix4=!0}constructor(t,e,n,i,r,o,a,l,c,h,u,d,f,p,y,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,i,r,o,a,l,c,h,u,d,f,p,y,g)}set(t,e,n,i,r,o,a,l,c,h,u,d,f,p,y,g){let m=this.elements;return m[0]=t,m[4]=e,m[8]=n,m[12]=i,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=h,m[10]=u,m[14]=d,m[3]=f,m[7]=p,m[11]=y,m[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new s().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,i=1/Ur.setFromMatrixColumn(t,0).length(),r=1/Ur.setFromMatrixColumn(t,1).length(),o=1/Ur.setFromMatrixColumn(t,2).length();return e[0]=n[0]*i,e[1]=n[1]*i,e[2]=n[2]*i,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,i=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(i),c=Math.sin(i),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-y*c,e[9]=-a*l,e[2]=y-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d+y*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=y+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d-y*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=y-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+y,e[1]=l*u,e[5]=y*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-y*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+y,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=y*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(tx,t,ex)}lookAt(t,e,n){let i=this.elements;return li.subVectors(t,e),li.lengthSq()===0&&(li.z=1),li.normalize(),Ds.crossVectors(n,li),Ds.lengthSq()===0&&(Math.abs(n.z)===1?li.x+=1e-4:li.z+=1e-4,li.normalize(),Ds.crossVectors(n,li)),Ds.normalize(),fl.crossVectors(li,Ds),i[0]=Ds.x,i[4]=fl.x,i[8]=li.x,i[1]=Ds.y,i[5]=fl.y,i[9]=li.y,i[2]=Ds.z,i[6]=fl.z,i[10]=li.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,i=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],y=n[6],g=n[10],m=n[14],S=n[3],E=n[7],v=n[11],C=n[15],T=i[0],_=i[4],w=i[8],F=i[12],I=i[1],D=i[5],z=i[9],V=i[13],N=i[2],H=i[6],q=i[10],G=i[14],lt=i[3],$=i[7],K=i[11],tt=i[15];return r[0]=o*T+a*I+l*N+c*lt,r[4]=o*_+a*D+l*H+c*$,r[8]=o*w+a*z+l*q+c*K,r[12]=o*F+a*V+l*G+c*tt,r[1]=h*T+u*I+d*N+f*lt,r[5]=h*_+u*D+d*H+f*$,r[9]=h*w+u*z+d*q+f*K,r[13]=h*F+u*V+d*G+f*tt,r[2]=p*T+y*I+g*N+m*lt,r[6]=p*_+y*D+g*H+m*$,r[10]=p*w+y*z+g*q+m*K,r[14]=p*F+y*V+g*G+m*tt,r[3]=S*T+E*I+v*N+C*lt,r[7]=S*_+E*D+v*H+C*$,r[11]=S*w+E*z+v*q+C*K,r[15]=S*F+E*V+v*G+C*tt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],i=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],y=t[7],g=t[11],m=t[15],S=l*f-c*d,E=a*f-c*u,v=a*d-l*u,C=o*f-c*h,T=o*d-l*h,_=o*u-a*h;return e*(y*S-g*E+m*v)-n*(p*S-g*C+m*T)+i*(p*E-y*C+m*_)-r*(p*v-y*T+g*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],i=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+i*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let i=this.elements;return t.isVector3?(i[12]=t.x,i[13]=t.y,i[14]=t.z):(i[12]=t,i[13]=e,i[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],i=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],y=t[13],g=t[14],m=t[15],S=e*a-n*o,E=e*l-i*o,v=e*c-r*o,C=n*l-i*a,T=n*c-r*a,_=i*c-r*l,w=h*y-u*p,F=h*g-d*p,I=h*m-f*p,D=u*g-d*y,z=u*m-f*y,V=d*m-f*g,N=S*V-E*z+v*D+C*I-T*F+_*w;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return t[0]=(a*V-l*z+c*D)*H,t[1]=(i*z-n*V-r*D)*H,t[2]=(y*_-g*T+m*C)*H,t[3]=(d*T-u*_-f*C)*H,t[4]=(l*I-o*V-c*F)*H,t[5]=(e*V-i*I+r*F)*H,t[6]=(g*v-p*_-m*E)*H,t[7]=(h*_-d*v+f*E)*H,t[8]=(o*z-a*I+c*w)*H,t[9]=(n*I-e*z-r*w)*H,t[10]=(p*T-y*v+m*S)*H,t[11]=(u*v-h*T-f*S)*H,t[12]=(a*F-o*D-l*w)*H,t[13]=(e*D-n*F+i*w)*H,t[14]=(y*E-p*C-g*S)*H,t[15]=(h*C-u*E+d*S)*H,this}scale(t){let e=this.elements,n=t.x,i=t.y,r=t.z;return e[0]*=n,e[4]*=i,e[8]*=r,e[1]*=n,e[5]*=i,e[9]*=r,e[2]*=n,e[6]*=i,e[10]*=r,e[3]*=n,e[7]*=i,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],i=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,i))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),i=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-i*l,c*l+i*a,0,c*a+i*l,h*a+n,h*l-i*o,0,c*l-i*a,h*l+i*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,i,r,o){return this.set(1,n,r,0,t,1,o,0,e,i,1,0,0,0,0,1),this}compose(t,e,n){let i=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,y=o*h,g=o*u,m=a*u,S=l*c,E=l*h,v=l*u,C=n.x,T=n.y,_=n.z;return i[0]=(1-(y+m))*C,i[1]=(f+v)*C,i[2]=(p-E)*C,i[3]=0,i[4]=(f-v)*T,i[5]=(1-(d+m))*T,i[6]=(g+S)*T,i[7]=0,i[8]=(p+E)*_,i[9]=(g-S)*_,i[10]=(1-(d+y))*_,i[11]=0,i[12]=t.x,i[13]=t.y,i[14]=t.z,i[15]=1,this}decompose(t,e,n){let i=this.elements;t.x=i[12],t.y=i[13],t.z=i[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Ur.set(i[0],i[1],i[2]).length(),a=Ur.set(i[4],i[5],i[6]).length(),l=Ur.set(i[8],i[9],i[10]).length();r<0&&(o=-o),Pi.copy(this);let c=1/o,h=1/a,u=1/l;return Pi.elements[0]*=c,Pi.elements[1]*=c,Pi.elements[2]*=c,Pi.elements[4]*=h,Pi.elements[5]*=h,Pi.elements[6]*=h,Pi.elements[8]*=u,Pi.elements[9]*=u,Pi.elements[10]*=u,e.setFromRotationMatrix(Pi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,i,r,o,a=vi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-i),d=(e+t)/(e-t),f=(n+i)/(n-i),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===vi)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===jr)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,i,r,o,a=vi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-i),d=-(e+t)/(e-t),f=-(n+i)/(n-i),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===vi)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===jr)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let i=0;i<16;i++)if(e[i]!==n[i])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Ur=new P,Pi=new Ot,tx=new P(0,0,0),ex=new P(1,1,1),Ds=new P,fl=new P,li=new P,_p=new Ot,xp=new mn,Ji=class s{constructor(t=0,e=0,n=0,i=s.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=i}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,i=this._order){return this._x=t,this._y=e,this._z=n,this._order=i,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let i=t.elements,r=i[0],o=i[4],a=i[8],l=i[1],c=i[5],h=i[9],u=i[2],d=i[6],f=i[10];switch(e){case"XYZ":this._y=Math.asin(le(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-le(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(le(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-le(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(le(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-le(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Zt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return _p.makeRotationFromQuaternion(t),this.setFromRotationMatrix(_p,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return xp.setFromEuler(this),this.setFromQuaternion(xp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ji.DEFAULT_ORDER="XYZ";var no=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},nx=0,yp=new P,Fr=new mn,us=new Ot,pl=new P,zo=new P,ix=new P,sx=new mn,vp=new P(1,0,0),Sp=new P(0,1,0),Mp=new P(0,0,1),bp={type:"added"},rx={type:"removed"},Or={type:"childadded",child:null},bu={type:"childremoved",child:null},Pn=class s extends Zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:nx++}),this.uuid=qs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=s.DEFAULT_UP.clone();let t=new P,e=new Ji,n=new mn,i=new P(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Ot},normalMatrix:{value:new ie}}),this.matrix=new Ot,this.matrixWorld=new Ot,this.matrixAutoUpdate=s.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=s.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new no,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Fr.setFromAxisAngle(t,e),this.quaternion.multiply(Fr),this}rotateOnWorldAxis(t,e){return Fr.setFromAxisAngle(t,e),this.quaternion.premultiply(Fr),this}rotateX(t){return this.rotateOnAxis(vp,t)}rotateY(t){return this.rotateOnAxis(Sp,t)}rotateZ(t){return this.rotateOnAxis(Mp,t)}translateOnAxis(t,e){return yp.copy(t).applyQuaternion(this.quaternion),this.position.add(yp.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(vp,t)}translateY(t){return this.translateOnAxis(Sp,t)}translateZ(t){return this.translateOnAxis(Mp,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(us.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?pl.copy(t):pl.set(t,e,n);let i=this.parent;this.updateWorldMatrix(!0,!1),zo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?us.lookAt(zo,pl,this.up):us.lookAt(pl,zo,this.up),this.quaternion.setFromRotationMatrix(us),i&&(us.extractRotation(i.matrixWorld),Fr.setFromRotationMatrix(us),this.quaternion.premultiply(Fr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ee("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(bp),Or.child=t,this.dispatchEvent(Or),Or.child=null):ee("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(rx),bu.child=t,this.dispatchEvent(bu),bu.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),us.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),us.multiply(t.parent.matrixWorld)),t.applyMatrix4(us),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(bp),Or.child=t,this.dispatchEvent(Or),Or.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,i=this.children.length;n<i;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let i=this.children;for(let r=0,o=i.length;r<o;r++)i[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(zo,t,ix),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(zo,sx,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,i=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*i,r[13]+=n-r[1]*e-r[5]*n-r[9]*i,r[14]+=i-r[2]*e-r[6]*n-r[10]*i}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,i=e.length;n<i;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let i=this.parent;if(t===!0&&i!==null&&i.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let i={};i.uuid=this.uuid,i.type=this.type,i.name=this.name,i.castShadow=this.castShadow,i.receiveShadow=this.receiveShadow,i.visible=this.visible,i.frustumCulled=this.frustumCulled,i.renderOrder=this.renderOrder,i.static=this.static,i.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(i.userData=this.userData),i.layers=this.layers.mask,i.matrix=this.matrix.toArray(),i.up=this.up.toArray(),this.pivot!==null&&(i.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(i.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(i.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(i.type="InstancedMesh",i.count=this.count,i.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(i.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(i.type="BatchedMesh",i.perObjectFrustumCulled=this.perObjectFrustumCulled,i.sortObjects=this.sortObjects,i.drawRanges=this._drawRanges,i.reservedRanges=this._reservedRanges,i.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),i.instanceInfo=this._instanceInfo.map(a=>({...a})),i.availableInstanceIds=this._availableInstanceIds.slice(),i.availableGeometryIds=this._availableGeometryIds.slice(),i.nextIndexStart=this._nextIndexStart,i.nextVertexStart=this._nextVertexStart,i.geometryCount=this._geometryCount,i.maxInstanceCount=this._maxInstanceCount,i.maxVertexCount=this._maxVertexCount,i.maxIndexCount=this._maxIndexCount,i.geometryInitialized=this._geometryInitialized,i.matricesTexture=this._matricesTexture.toJSON(t),i.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(i.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(i.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(i.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?i.background=this.background.toJSON():this.background.isTexture&&(i.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(i.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){i.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(i.bindMode=this.bindMode,i.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),i.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));i.material=a}else i.material=r(t.materials,this.material);if(this.children.length>0){i.children=[];for(let a=0;a<this.children.length;a++)i.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){i.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];i.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=i,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let i=t.children[n];this.add(i.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Pn.DEFAULT_UP=new P(0,1,0);Pn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Pn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var gs=class extends Pn{constructor(){super(),this.isGroup=!0,this.type="Group"}},ox={type:"move"},io=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new gs,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new gs,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new P,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new P),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new gs,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new P,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new P,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let i=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let g=e.getJointPose(y,n),m=this._getHandJoint(c,y);g!==null&&(m.matrix.fromArray(g.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=g.radius),m.visible=g!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(i=e.getPose(t.targetRaySpace,n),i===null&&r!==null&&(i=r),i!==null&&(a.matrix.fromArray(i.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,i.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(i.linearVelocity)):a.hasLinearVelocity=!1,i.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(i.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(ox)))}return a!==null&&(a.visible=i!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new gs;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Nm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ns={h:0,s:0,l:0},ml={h:0,s:0,l:0};function wu(s,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?s+(t-s)*6*e:e<1/2?t:e<2/3?s+(t-s)*6*(2/3-e):s}var Jt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let i=t;i&&i.isColor?this.copy(i):typeof i=="number"?this.setHex(i):typeof i=="string"&&this.setStyle(i)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=qn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,_e.colorSpaceToWorking(this,e),this}setRGB(t,e,n,i=_e.workingColorSpace){return this.r=t,this.g=e,this.b=n,_e.colorSpaceToWorking(this,i),this}setHSL(t,e,n,i=_e.workingColorSpace){if(t=Pd(t,1),e=le(e,0,1),n=le(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=wu(o,r,t+1/3),this.g=wu(o,r,t),this.b=wu(o,r,t-1/3)}return _e.colorSpaceToWorking(this,i),this}setStyle(t,e=qn){function n(r){r!==void 0&&parseFloat(r)<1&&Zt("Color: Alpha component of "+t+" will be ignored.")}let i;if(i=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=i[1],a=i[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Zt("Color: Unknown color model "+t)}}else if(i=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=i[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Zt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=qn){let n=Nm[t.toLowerCase()];return n!==void 0?this.setHex(n,e):Zt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=_s(t.r),this.g=_s(t.g),this.b=_s(t.b),this}copyLinearToSRGB(t){return this.r=Jr(t.r),this.g=Jr(t.g),this.b=Jr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=qn){return _e.workingToColorSpace(Fn.copy(this),t),Math.round(le(Fn.r*255,0,255))*65536+Math.round(le(Fn.g*255,0,255))*256+Math.round(le(Fn.b*255,0,255))}getHexString(t=qn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=_e.workingColorSpace){_e.workingToColorSpace(Fn.copy(this),e);let n=Fn.r,i=Fn.g,r=Fn.b,o=Math.max(n,i,r),a=Math.min(n,i,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(i-r)/u+(i<r?6:0);break;case i:l=(r-n)/u+2;break;case r:l=(n-i)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=_e.workingColorSpace){return _e.workingToColorSpace(Fn.copy(this),e),t.r=Fn.r,t.g=Fn.g,t.b=Fn.b,t}getStyle(t=qn){_e.workingToColorSpace(Fn.copy(this),t);let e=Fn.r,n=Fn.g,i=Fn.b;return t!==qn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${i.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(i*255)})`}offsetHSL(t,e,n){return this.getHSL(Ns),this.setHSL(Ns.h+t,Ns.s+e,Ns.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Ns),t.getHSL(ml);let n=$o(Ns.h,ml.h,e),i=$o(Ns.s,ml.s,e),r=$o(Ns.l,ml.l,e);return this.setHSL(n,i,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,i=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*i,this.g=r[1]*e+r[4]*n+r[7]*i,this.b=r[2]*e+r[5]*n+r[8]*i,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Fn=new Jt;Jt.NAMES=Nm;var ks=class extends Pn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ji,this.environmentIntensity=1,this.environmentRotation=new Ji,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ii=new P,ds=new P,Au=new P,fs=new P,Br=new P,zr=new P,wp=new P,Tu=new P,Eu=new P,Cu=new P,Ru=new Ee,Pu=new Ee,Iu=new Ee,Bs=class s{constructor(t=new P,e=new P,n=new P){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,i){i.subVectors(n,e),Ii.subVectors(t,e),i.cross(Ii);let r=i.lengthSq();return r>0?i.multiplyScalar(1/Math.sqrt(r)):i.set(0,0,0)}static getBarycoord(t,e,n,i,r){Ii.subVectors(i,e),ds.subVectors(n,e),Au.subVectors(t,e);let o=Ii.dot(Ii),a=Ii.dot(ds),l=Ii.dot(Au),c=ds.dot(ds),h=ds.dot(Au),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,i){return this.getBarycoord(t,e,n,i,fs)===null?!1:fs.x>=0&&fs.y>=0&&fs.x+fs.y<=1}static getInterpolation(t,e,n,i,r,o,a,l){return this.getBarycoord(t,e,n,i,fs)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,fs.x),l.addScaledVector(o,fs.y),l.addScaledVector(a,fs.z),l)}static getInterpolatedAttribute(t,e,n,i,r,o){return Ru.setScalar(0),Pu.setScalar(0),Iu.setScalar(0),Ru.fromBufferAttribute(t,e),Pu.fromBufferAttribute(t,n),Iu.fromBufferAttribute(t,i),o.setScalar(0),o.addScaledVector(Ru,r.x),o.addScaledVector(Pu,r.y),o.addScaledVector(Iu,r.z),o}static isFrontFacing(t,e,n,i){return Ii.subVectors(n,e),ds.subVectors(t,e),Ii.cross(ds).dot(i)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,i){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[i]),this}setFromAttributeAndIndices(t,e,n,i){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,i),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ii.subVectors(this.c,this.b),ds.subVectors(this.a,this.b),Ii.cross(ds).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return s.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return s.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,i,r){return s.getInterpolation(t,this.a,this.b,this.c,e,n,i,r)}containsPoint(t){return s.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return s.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,i=this.b,r=this.c,o,a;Br.subVectors(i,n),zr.subVectors(r,n),Tu.subVectors(t,n);let l=Br.dot(Tu),c=zr.dot(Tu);if(l<=0&&c<=0)return e.copy(n);Eu.subVectors(t,i);let h=Br.dot(Eu),u=zr.dot(Eu);if(h>=0&&u<=h)return e.copy(i);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(Br,o);Cu.subVectors(t,r);let f=Br.dot(Cu),p=zr.dot(Cu);if(p>=0&&f<=p)return e.copy(r);let y=f*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(zr,a);let g=h*p-f*u;if(g<=0&&u-h>=0&&f-p>=0)return wp.subVectors(r,i),a=(u-h)/(u-h+(f-p)),e.copy(i).addScaledVector(wp,a);let m=1/(g+y+d);return o=y*m,a=d*m,e.copy(n).addScaledVector(Br,o).addScaledVector(zr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},en=class{constructor(t=new P(1/0,1/0,1/0),e=new P(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Li.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Li.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Li.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Li):Li.fromBufferAttribute(r,o),Li.applyMatrix4(t.matrixWorld),this.expandByPoint(Li);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),gl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),gl.copy(n.boundingBox)),gl.applyMatrix4(t.matrixWorld),this.union(gl)}let i=t.children;for(let r=0,o=i.length;r<o;r++)this.expandByObject(i[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Li),Li.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ko),_l.subVectors(this.max,ko),kr.subVectors(t.a,ko),Vr.subVectors(t.b,ko),Gr.subVectors(t.c,ko),Us.subVectors(Vr,kr),Fs.subVectors(Gr,Vr),Qs.subVectors(kr,Gr);let e=[0,-Us.z,Us.y,0,-Fs.z,Fs.y,0,-Qs.z,Qs.y,Us.z,0,-Us.x,Fs.z,0,-Fs.x,Qs.z,0,-Qs.x,-Us.y,Us.x,0,-Fs.y,Fs.x,0,-Qs.y,Qs.x,0];return!Lu(e,kr,Vr,Gr,_l)||(e=[1,0,0,0,1,0,0,0,1],!Lu(e,kr,Vr,Gr,_l))?!1:(xl.crossVectors(Us,Fs),e=[xl.x,xl.y,xl.z],Lu(e,kr,Vr,Gr,_l))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Li).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Li).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ps[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ps[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ps[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ps[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ps[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ps[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ps[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ps[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ps),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ps=[new P,new P,new P,new P,new P,new P,new P,new P],Li=new P,gl=new en,kr=new P,Vr=new P,Gr=new P,Us=new P,Fs=new P,Qs=new P,ko=new P,_l=new P,xl=new P,tr=new P;function Lu(s,t,e,n,i){for(let r=0,o=s.length-3;r<=o;r+=3){tr.fromArray(s,r);let a=i.x*Math.abs(tr.x)+i.y*Math.abs(tr.y)+i.z*Math.abs(tr.z),l=t.dot(tr),c=e.dot(tr),h=n.dot(tr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var un=new P,yl=new Ht,ax=0,Ze=class extends Zi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:ax++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Ed,this.updateRanges=[],this.gpuType=ei,this.version=0,this._normalizationScale=t!==void 0?dh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let i=0,r=this.itemSize;i<r;i++)this.array[t+i]=e.array[n+i];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)yl.fromBufferAttribute(this,e),yl.applyMatrix3(t),this.setXY(e,yl.x,yl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix3(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix4(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyNormalMatrix(t),this.setXYZ(e,un.x,un.y,un.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.transformDirection(t),this.setXYZ(e,un.x,un.y,un.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,i){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),i=this._normalize(i)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this}setXYZW(t,e,n,i,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=i,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Ld(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Dd(t,this.array)}};var ia=class extends Ze{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var sa=class extends Ze{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Se=class extends Ze{constructor(t,e,n){super(new Float32Array(t),e,n)}},lx=new en,Vo=new P,Du=new P,Rn=class{constructor(t=new P,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):lx.setFromPoints(t).getCenter(n);let i=0;for(let r=0,o=t.length;r<o;r++)i=Math.max(i,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(i),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Vo.subVectors(t,this.center);let e=Vo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),i=(n-this.radius)*.5;this.center.addScaledVector(Vo,i/n),this.radius+=i}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Du.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Vo.copy(t.center).add(Du)),this.expandByPoint(Vo.copy(t.center).sub(Du))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},cx=0,yi=new Ot,Nu=new Pn,Hr=new P,ci=new en,Go=new en,Tn=new P,Ye=class s extends Zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:cx++}),this.uuid=qs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(N_(t)?sa:ia)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ie().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let i=this.attributes.tangent;return i!==void 0&&(i.transformDirection(t),i.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return yi.makeRotationFromQuaternion(t),this.applyMatrix4(yi),this}rotateX(t){return yi.makeRotationX(t),this.applyMatrix4(yi),this}rotateY(t){return yi.makeRotationY(t),this.applyMatrix4(yi),this}rotateZ(t){return yi.makeRotationZ(t),this.applyMatrix4(yi),this}translate(t,e,n){return yi.makeTranslation(t,e,n),this.applyMatrix4(yi),this}scale(t,e,n){return yi.makeScale(t,e,n),this.applyMatrix4(yi),this}lookAt(t){return Nu.lookAt(t),Nu.updateMatrix(),this.applyMatrix4(Nu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Hr).negate(),this.translate(Hr.x,Hr.y,Hr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let i=0,r=t.length;i<r;i++){let o=t[i];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Se(n,3))}else{let n=Math.min(t.length,e.count);for(let i=0;i<n;i++){let r=t[i];e.setXYZ(i,r.x,r.y,r.z||0)}t.length>e.count&&Zt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ee("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new P(-1/0,-1/0,-1/0),new P(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,i=e.length;n<i;n++){let r=e[n];ci.setFromBufferAttribute(r),this.morphTargetsRelative?(Tn.addVectors(this.boundingBox.min,ci.min),this.boundingBox.expandByPoint(Tn),Tn.addVectors(this.boundingBox.max,ci.max),this.boundingBox.expandByPoint(Tn)):(this.boundingBox.expandByPoint(ci.min),this.boundingBox.expandByPoint(ci.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ee('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Rn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ee("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new P,1/0);return}if(t){let n=this.boundingSphere.center;if(ci.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Go.setFromBufferAttribute(a),this.morphTargetsRelative?(Tn.addVectors(ci.min,Go.min),ci.expandByPoint(Tn),Tn.addVectors(ci.max,Go.max),ci.expandByPoint(Tn)):(ci.expandByPoint(Go.min),ci.expandByPoint(Go.max))}ci.getCenter(n);let i=0;for(let r=0,o=t.count;r<o;r++)Tn.fromBufferAttribute(t,r),i=Math.max(i,n.distanceToSquared(Tn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Tn.fromBufferAttribute(a,c),l&&(Hr.fromBufferAttribute(t,c),Tn.add(Hr)),i=Math.max(i,n.distanceToSquared(Tn))}this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&ee('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ee("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,i=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Ze(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new P,l[F]=new P;let h=new P,u=new P,d=new P,f=new Ht,p=new Ht,y=new Ht,g=new P,m=new P;function S(F,I,D){c[F]=c[I]=c[D]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,I),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,I),y.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),y.sub(f);let z=1/(p.x*y.y-y.x*p.y);isFinite(z)&&(g.copy(u).multiplyScalar(y.y).addScaledVector(d,-p.y).multiplyScalar(z),m.copy(d).multiplyScalar(p.x).addScaledVector(u,-y.x).multiplyScalar(z),a[F].add(g),a[I].add(g),a[D].add(g),l[F].add(m),l[I].add(m),l[D].add(m))}let E=this.groups;E.length===0&&(E=[{start:0,count:t.count}]);for(let F=0,I=E.length;F<I;++F){let D=E[F],z=D.start,V=D.count;for(let N=z,H=z+V;N<H;N+=3)S(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let v=new P,C=new P,T=new P,_=new P;function w(F){T.fromBufferAttribute(i,F),_.copy(T);let I=a[F];v.copy(I),v.sub(T.multiplyScalar(T.dot(I))).normalize(),C.crossVectors(_,I);let z=C.dot(l[F])<0?-1:1;o.setXYZW(F,v.x,v.y,v.z,z)}for(let F=0,I=n.count;F<I;++F)c[F]&&w(F);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new Ze(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let i=new P,r=new P,o=new P,a=new P,l=new P,c=new P,h=new P,u=new P;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),y=t.getX(d+1),g=t.getX(d+2);i.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,g),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,g),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(g,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)i.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(i,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Tn.fromBufferAttribute(t,e),Tn.normalize(),t.setXYZ(e,Tn.x,Tn.y,Tn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let y=0,g=l.length;y<g;y++){a.isInterleavedBufferAttribute?f=l[y]*a.data.stride+a.offset:f=l[y]*h;for(let m=0;m<h;m++)d[p++]=c[f++]}return new Ze(d,h,u)}if(this.index===null)return Zt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new s,n=this.index.array,i=this.attributes;for(let a in i){let l=i[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let i={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(i[l]=h,r=!0)}r&&(t.data.morphAttributes=i,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let i=t.attributes;for(let c in i){let h=i[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},ra=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Ed,this.updateRanges=[],this.version=0,this.uuid=qs()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let i=0,r=this.stride;i<r;i++)this.array[t+i]=e.array[n+i];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ap(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),i=new this.constructor(n,this.stride);return i.setUsage(this.usage),i}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ap(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Ap(s){return s.buffer._uuid===void 0&&(s.buffer._uuid=qs()),s.byteOffset===0&&s.byteLength===s.buffer.byteLength?s.buffer._uuid:s.buffer._uuid+":"+s.byteOffset+":"+s.byteLength}var Xn=new P,Si=class s{constructor(t,e,n,i=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=i,this._normalizationScale=t!==void 0?dh(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.applyMatrix4(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.applyNormalMatrix(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.transformDirection(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,i){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),i=this._normalize(i)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=i,this}setXYZW(t,e,n,i,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),i=this._normalize(i),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=i,this.data.array[t+3]=r,this}clone(t){if(t===void 0){ea("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[i+r])}return new Ze(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new s(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){ea("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let i=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[i+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Ld(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Dd(t,this.data.array)}},Uu=new P,hx=new P,ux=new ie,hi=class{constructor(t=new P(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,i){return this.normal.set(t,e,n),this.constant=i,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let i=Uu.subVectors(n,e).cross(hx.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(i,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let i=t.delta(Uu),r=this.normal.dot(i);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(i,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||ux.getNormalMatrix(t),i=this.coplanarPoint(Uu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-i.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},dx=0,Ki=class extends Zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:dx++}),this.uuid=qs(),this.name="",this.type="Material",this.blending=ho,this.side=ji,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=od,this.blendDst=ad,this.blendEquation=cr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Jt(0,0,0),this.blendAlpha=0,this.depthFunc=Kr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=wm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=kl,this.stencilZFail=kl,this.stencilZPass=kl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){Zt(`Material: parameter '${e}' has value of undefined.`);continue}let i=this[e];if(i===void 0){Zt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}i&&i.isColor?i.set(n):i&&i.isVector2&&n&&n.isVector2||i&&i.isEuler&&n&&n.isEuler||i&&i.isVector3&&n&&n.isVector3?i.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function i(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=i(t.textures),o=i(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Jt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new hi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ht().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ht().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let i=e.length;n=new Array(i);for(let r=0;r!==i;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var ms=new P,Fu=new P,vl=new P,Sl=new P,so=class{constructor(t=new P,e=new P(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,ms)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=ms.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(ms.copy(this.origin).addScaledVector(this.direction,e),ms.distanceToSquared(t))}distanceSqToSegment(t,e,n,i){Fu.copy(t).add(e).multiplyScalar(.5),vl.copy(e).sub(t).normalize(),Sl.copy(this.origin).sub(Fu);let r=t.distanceTo(e)*.5,o=-this.direction.dot(vl),a=Sl.dot(this.direction),l=-Sl.dot(vl),c=Sl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let y=1/h;u*=y,d*=y,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),i&&i.copy(Fu).addScaledVector(vl,d),f}intersectSphere(t,e){if(t.radius<0)return null;ms.subVectors(t.center,this.origin);let n=ms.dot(this.direction),i=ms.dot(ms)-n*n,r=t.radius*t.radius;if(i>r)return null;let o=Math.sqrt(r-i),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,i,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,i=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,i=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>i||((r>n||isNaN(n))&&(n=r),(o<i||isNaN(i))&&(i=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>i)||((a>n||n!==n)&&(n=a),(l<i||i!==i)&&(i=l),i<0)?null:this.at(n>=0?n:i,e)}intersectsBox(t){return this.intersectBox(t,ms)!==null}intersectTriangle(t,e,n,i,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,y=e.y-o.y,g=e.z-o.z,m=n.x-o.x,S=n.y-o.y,E=n.z-o.z,v=Math.abs(l),C=Math.abs(c),T=Math.abs(h),_,w,F,I,D,z,V,N,H,q,G,lt;if(v>=C&&v>=T?(F=l,z=u,H=p,lt=m,l>=0?(_=c,w=h,I=d,D=f,V=y,N=g,q=S,G=E):(_=h,w=c,I=f,D=d,V=g,N=y,q=E,G=S)):C>=T?(F=c,z=d,H=y,lt=S,c>=0?(_=h,w=l,I=f,D=u,V=g,N=p,q=E,G=m):(_=l,w=h,I=u,D=f,V=p,N=g,q=m,G=E)):(F=h,z=f,H=g,lt=E,h>=0?(_=l,w=c,I=u,D=d,V=p,N=y,q=m,G=S):(_=c,w=l,I=d,D=u,V=y,N=p,q=S,G=m)),F===0)return null;let $=_/F,K=w/F,tt=1/F,dt=I-$*z,ut=D-K*z,Q=V-$*H,mt=N-K*H,xt=q-$*lt,Et=G-K*lt,Mt=xt*mt-Et*Q,qt=dt*Et-ut*xt,oe=Q*ut-mt*dt;if(i){if(Mt<0||qt<0||oe<0)return null}else if((Mt<0||qt<0||oe<0)&&(Mt>0||qt>0||oe>0))return null;let Wt=Mt+qt+oe;if(Wt===0)return null;let fe=tt*(Mt*z+qt*H+oe*lt);return(Wt>0?fe<0:fe>0)?null:this.at(fe/Wt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ro=class extends Ki{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Jt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ji,this.combine=Tc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Tp=new Ot,er=new so,Ml=new Rn,Ep=new P,bl=new P,wl=new P,Al=new P,Ou=new P,Tl=new P,Cp=new P,El=new P,Bn=class extends Pn{constructor(t=new Ye,e=new ro){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,i=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(i,t);let a=this.morphTargetInfluences;if(r&&a){Tl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Ou.fromBufferAttribute(u,t),o?Tl.addScaledVector(Ou,h):Tl.addScaledVector(Ou.sub(e),h))}e.add(Tl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,i=this.material,r=this.matrixWorld;i!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ml.copy(n.boundingSphere),Ml.applyMatrix4(r),er.copy(t.ray).recast(t.near),!(Ml.containsPoint(er.origin)===!1&&(er.intersectSphere(Ml,Ep)===null||er.origin.distanceToSquared(Ep)>(t.far-t.near)**2))&&(Tp.copy(r).invert(),er.copy(t.ray).applyMatrix4(Tp),!(n.boundingBox!==null&&er.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,er)))}_computeIntersections(t,e,n){let i,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let g=d[p],m=o[g.materialIndex],S=Math.max(g.start,f.start),E=Math.min(a.count,Math.min(g.start+g.count,f.start+f.count));for(let v=S,C=E;v<C;v+=3){let T=a.getX(v),_=a.getX(v+1),w=a.getX(v+2);i=Cl(this,m,t,n,c,h,u,T,_,w),i&&(i.faceIndex=Math.floor(v/3),i.face.materialIndex=g.materialIndex,e.push(i))}}else{let p=Math.max(0,f.start),y=Math.min(a.count,f.start+f.count);for(let g=p,m=y;g<m;g+=3){let S=a.getX(g),E=a.getX(g+1),v=a.getX(g+2);i=Cl(this,o,t,n,c,h,u,S,E,v),i&&(i.faceIndex=Math.floor(g/3),e.push(i))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let g=d[p],m=o[g.materialIndex],S=Math.max(g.start,f.start),E=Math.min(l.count,Math.min(g.start+g.count,f.start+f.count));for(let v=S,C=E;v<C;v+=3){let T=v,_=v+1,w=v+2;i=Cl(this,m,t,n,c,h,u,T,_,w),i&&(i.faceIndex=Math.floor(v/3),i.face.materialIndex=g.materialIndex,e.push(i))}}else{let p=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let g=p,m=y;g<m;g+=3){let S=g,E=g+1,v=g+2;i=Cl(this,o,t,n,c,h,u,S,E,v),i&&(i.faceIndex=Math.floor(g/3),e.push(i))}}}};function fx(s,t,e,n,i,r,o,a){let l;if(t.side===Jn?l=n.intersectTriangle(o,r,i,!0,a):l=n.intersectTriangle(i,r,o,t.side===ji,a),l===null)return null;El.copy(a),El.applyMatrix4(s.matrixWorld);let c=e.ray.origin.distanceTo(El);return c<e.near||c>e.far?null:{distance:c,point:El.clone(),object:s}}function Cl(s,t,e,n,i,r,o,a,l,c){s.getVertexPosition(a,bl),s.getVertexPosition(l,wl),s.getVertexPosition(c,Al);let h=fx(s,t,e,n,bl,wl,Al,Cp);if(h){let u=new P;Bs.getBarycoord(Cp,bl,wl,Al,u),i&&(h.uv=Bs.getInterpolatedAttribute(i,a,l,c,u,new Ht)),r&&(h.uv1=Bs.getInterpolatedAttribute(r,a,l,c,u,new Ht)),o&&(h.normal=Bs.getInterpolatedAttribute(o,a,l,c,u,new P),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new P,materialIndex:0};Bs.getNormal(bl,wl,Al,d.normal),h.face=d,h.barycoord=u}return h}var zs=class extends Zn{constructor(t=null,e=1,n=1,i,r,o,a,l,c=En,h=En,u,d){super(null,o,a,l,c,h,i,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var oo=class extends Ze{constructor(t,e,n,i=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=i}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Wr=new Ot,Rp=new Ot,Rl=[],Pp=new en,px=new Ot,Ho=new Bn,Wo=new Rn,oa=class extends Bn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new oo(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let i=0;i<n;i++)this.setMatrixAt(i,px)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new en),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Wr),Pp.copy(t.boundingBox).applyMatrix4(Wr),this.boundingBox.union(Pp)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Rn),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Wr),Wo.copy(t.boundingSphere).applyMatrix4(Wr),this.boundingSphere.union(Wo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,i=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=i[o+a]}raycast(t,e){let n=this.matrixWorld,i=this.count;if(Ho.geometry=this.geometry,Ho.material=this.material,Ho.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Wo.copy(this.boundingSphere),Wo.applyMatrix4(n),t.ray.intersectsSphere(Wo)!==!1))for(let r=0;r<i;r++){this.getMatrixAt(r,Wr),Rp.multiplyMatrices(n,Wr),Ho.matrixWorld=Rp,Ho.raycast(t,Rl);for(let o=0,a=Rl.length;o<a;o++){let l=Rl[o];l.instanceId=r,l.object=this,e.push(l)}Rl.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new oo(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,i=n.length+1;this.morphTexture===null&&(this.morphTexture=new zs(new Float32Array(i*this.count),i,this.count,Dc,ei));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=i*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},nr=new Rn,mx=new Ht(.5,.5),Pl=new P,ys=class{constructor(t=new hi,e=new hi,n=new hi,i=new hi,r=new hi,o=new hi){this.planes=[t,e,n,i,r,o]}set(t,e,n,i,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(i),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=vi,n=!1){let i=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],y=r[9],g=r[10],m=r[11],S=r[12],E=r[13],v=r[14],C=r[15];if(i[0].setComponents(c-o,f-h,m-p,C-S).normalize(),i[1].setComponents(c+o,f+h,m+p,C+S).normalize(),i[2].setComponents(c+a,f+u,m+y,C+E).normalize(),i[3].setComponents(c-a,f-u,m-y,C-E).normalize(),n)i[4].setComponents(l,d,g,v).normalize(),i[5].setComponents(c-l,f-d,m-g,C-v).normalize();else if(i[4].setComponents(c-l,f-d,m-g,C-v).normalize(),e===vi)i[5].setComponents(c+l,f+d,m+g,C+v).normalize();else if(e===jr)i[5].setComponents(l,d,g,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),nr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),nr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(nr)}intersectsSprite(t){nr.center.set(0,0,0);let e=mx.distanceTo(t.center);return nr.radius=.7071067811865476+e,nr.applyMatrix4(t.matrixWorld),this.intersectsSphere(nr)}intersectsSphere(t){let e=this.planes,n=t.center,i=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<i)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let i=e[n];if(Pl.x=i.normal.x>0?t.max.x:t.min.x,Pl.y=i.normal.y>0?t.max.y:t.min.y,Pl.z=i.normal.z>0?t.max.z:t.min.z,i.distanceToPoint(Pl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Ip=new Ot,aa=class s{constructor(){this.coordinateSystem=vi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let i=0;i<e.length;i++){let r=e[i];Ip.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[i]===void 0&&(n[i]=new ys),n[i].setFromProjectionMatrix(Ip,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let i=0;i<t._count;i++)e[i]===void 0&&(e[i]=new ys),e[i].copy(n[i]);return this._count=t._count,this}clone(){return new s().copy(this)}};function Bu(s,t){return s-t}function gx(s,t){return s.z-t.z}function _x(s,t){return t.z-s.z}var Ku=class{constructor(){this.index=0,this.pool=[],this.list=[]}push(t,e,n,i){let r=this.pool,o=this.list;this.index>=r.length&&r.push({start:-1,count:-1,z:-1,index:-1});let a=r[this.index];o.push(a),this.index++,a.start=t,a.count=e,a.z=n,a.index=i}reset(){this.list.length=0,this.index=0}},ti=new Ot,xx=new Jt(1,1,1),yx=new ys,vx=new aa,Il=new en,ir=new Rn,zu=new P,Lp=new P,Dp=new P,Sx=new P,ku=new Ku,On=new Bn,Ll=[];function Mx(s,t,e=0){let n=t.itemSize;if(s.isInterleavedBufferAttribute||s.array.constructor!==t.array.constructor){let i=s.count;for(let r=0;r<i;r++)for(let o=0;o<n;o++)t.setComponent(r+e,o,s.getComponent(r,o))}else t.array.set(s.array,e*n);t.needsUpdate=!0}function qi(s,t){if(s.constructor!==t.constructor){let e=Math.min(s.length,t.length);for(let n=0;n<e;n++)t[n]=s[n]}else{let e=Math.min(s.length,t.length);t.set(new s.constructor(s.buffer,0,e))}}var la=class extends Bn{constructor(t,e,n=e*2,i){super(new Ye,i),this.isBatchedMesh=!0,this.perObjectFrustumCulled=!0,this.sortObjects=!0,this.boundingBox=null,this.boundingSphere=null,this.customSort=null,this._instanceInfo=[],this._geometryInfo=[],this._availableInstanceIds=[],this._availableGeometryIds=[],this._nextIndexStart=0,this._nextVertexStart=0,this._geometryCount=0,this._visibilityChanged=!0,this._geometryInitialized=!1,this._maxInstanceCount=t,this._maxVertexCount=e,this._maxIndexCount=n,this._multiDrawCounts=new Int32Array(t),this._multiDrawStarts=new Int32Array(t),this._multiDrawCount=0,this._multiDrawBytesPerElement=1,this._mergedDrawCounts=new Int32Array(t),this._mergedDrawStarts=new Int32Array(t),this._mergedDrawInstanceCounts=new Int32Array(t),this._mergedDrawCount=0,this._matricesTexture=null,this._indirectTexture=null,this._colorsTexture=null,this._previousMatricesTexture=null,this._initMatricesTexture(),this._initIndirectTexture()}get maxInstanceCount(){return this._maxInstanceCount}get instanceCount(){return this._instanceInfo.length-this._availableInstanceIds.length}get unusedVertexCount(){return this._maxVertexCount-this._nextVertexStart}get unusedIndexCount(){return this._maxIndexCount-this._nextIndexStart}_initMatricesTexture(){let t=Math.sqrt(this._maxInstanceCount*4);t=Math.ceil(t/4)*4,t=Math.max(t,4);let e=new Float32Array(t*t*4),n=new zs(e,t,t,ui,ei);this._matricesTexture=n}_initIndirectTexture(){let t=Math.sqrt(this._maxInstanceCount);t=Math.ceil(t);let e=new Uint32Array(t*t),n=new zs(e,t,t,La,bi);this._indirectTexture=n}_initColorsTexture(){let t=Math.sqrt(this._maxInstanceCount);t=Math.ceil(t);let e=new Float32Array(t*t*4).fill(1),n=new zs(e,t,t,ui,ei);n.colorSpace=_e.workingColorSpace,this._colorsTexture=n}_initializeGeometry(t){let e=this.geometry,n=this._maxVertexCount,i=this._maxIndexCount;if(this._geometryInitialized===!1){for(let r in t.attributes){let o=t.getAttribute(r),{array:a,itemSize:l,normalized:c}=o,h=new a.constructor(n*l),u=new Ze(h,l,c);e.setAttribute(r,u)}if(t.getIndex()!==null){let r=n>65535?new Uint32Array(i):new Uint16Array(i);e.setIndex(new Ze(r,1))}this._geometryInitialized=!0}}_validateGeometry(t){let e=this.geometry;if(!!t.getIndex()!=!!e.getIndex())throw new Error('THREE.BatchedMesh: All geometries must consistently have "index".');for(let n in e.attributes){if(!t.hasAttribute(n))throw new Error(`THREE.BatchedMesh: Added geometry missing "${n}". All geometries must have consistent attributes.`);let i=t.getAttribute(n),r=e.getAttribute(n);if(i.itemSize!==r.itemSize||i.normalized!==r.normalized)throw new Error(`THREE.BatchedMesh: Added geometry attribute "${n}" has an inconsistent itemSize or normalized value.`)}}validateInstanceId(t){let e=this._instanceInfo;if(t<0||t>=e.length||e[t].active===!1)throw new Error(`THREE.BatchedMesh: Invalid instanceId ${t}. Instance is either out of range or has been deleted.`)}validateGeometryId(t){let e=this._geometryInfo;if(t<0||t>=e.length||e[t].active===!1)throw new Error(`THREE.BatchedMesh: Invalid geometryId ${t}. Geometry is either out of range or has been deleted.`)}setCustomSort(t){return this.customSort=t,this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.boundingBox,e=this._instanceInfo;t.makeEmpty();for(let n=0,i=e.length;n<i;n++){if(e[n].active===!1)continue;let r=e[n].geometryIndex;this.getMatrixAt(n,ti),this.getBoundingBoxAt(r,Il).applyMatrix4(ti),t.union(Il)}}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Rn);let t=this.boundingSphere,e=this._instanceInfo;t.makeEmpty();for(let n=0,i=e.length;n<i;n++){if(e[n].active===!1)continue;let r=e[n].geometryIndex;this.getMatrixAt(n,ti),this.getBoundingSphereAt(r,ir).applyMatrix4(ti),t.union(ir)}}addInstance(t){if(this._instanceInfo.length>=this.maxInstanceCount&&this._availableInstanceIds.length===0)throw new Error("THREE.BatchedMesh: Maximum item count reached.");let n={visible:!0,active:!0,geometryIndex:t},i=null;this._availableInstanceIds.length>0?(this._availableInstanceIds.sort(Bu),i=this._availableInstanceIds.shift(),this._instanceInfo[i]=n):(i=this._instanceInfo.length,this._instanceInfo.push(n));let r=this._matricesTexture;ti.identity().toArray(r.image.data,i*16),r.needsUpdate=!0;let o=this._colorsTexture;return o&&(xx.toArray(o.image.data,i*4),o.needsUpdate=!0),this._visibilityChanged=!0,i}addGeometry(t,e=-1,n=-1){this._initializeGeometry(t),this._validateGeometry(t);let i={vertexStart:-1,vertexCount:-1,reservedVertexCount:-1,indexStart:-1,indexCount:-1,reservedIndexCount:-1,start:-1,count:-1,boundingBox:null,boundingSphere:null,active:!0},r=this._geometryInfo;i.vertexStart=this._nextVertexStart,i.reservedVertexCount=e===-1?t.getAttribute("position").count:e;let o=t.getIndex();if(o!==null&&(i.indexStart=this._nextIndexStart,i.reservedIndexCount=n===-1?o.count:n),i.indexStart!==-1&&i.indexStart+i.reservedIndexCount>this._maxIndexCount||i.vertexStart+i.reservedVertexCount>this._maxVertexCount)throw new Error("THREE.BatchedMesh: Reserved space request exceeds the maximum buffer size.");let l;return this._availableGeometryIds.length>0?(this._availableGeometryIds.sort(Bu),l=this._availableGeometryIds.shift(),r[l]=i):(l=this._geometryCount,this._geometryCount++,r.push(i)),this.setGeometryAt(l,t),this._nextIndexStart=i.indexStart+i.reservedIndexCount,this._nextVertexStart=i.vertexStart+i.reservedVertexCount,l}setGeometryAt(t,e){if(t>=this._geometryCount)throw new Error("THREE.BatchedMesh: Maximum geometry count reached.");this._validateGeometry(e);let n=this.geometry,i=n.getIndex()!==null,r=n.getIndex(),o=e.getIndex(),a=this._geometryInfo[t];if(i&&o.count>a.reservedIndexCount||e.attributes.position.count>a.reservedVertexCount)throw new Error("THREE.BatchedMesh: Reserved space not large enough for provided geometry.");let l=a.vertexStart,c=a.reservedVertexCount;a.vertexCount=e.getAttribute("position").count;for(let h in n.attributes){let u=e.getAttribute(h),d=n.getAttribute(h);Mx(u,d,l);let f=u.itemSize;for(let p=u.count,y=c;p<y;p++){let g=l+p;for(let m=0;m<f;m++)d.setComponent(g,m,0)}d.needsUpdate=!0,d.addUpdateRange(l*f,c*f)}if(i){let h=a.indexStart,u=a.reservedIndexCount;a.indexCount=e.getIndex().count;for(let d=0;d<o.count;d++)r.setX(h+d,l+o.getX(d));for(let d=o.count,f=u;d<f;d++)r.setX(h+d,l);r.needsUpdate=!0,r.addUpdateRange(h,a.reservedIndexCount)}return a.start=i?a.indexStart:a.vertexStart,a.count=i?a.indexCount:a.vertexCount,a.boundingBox=null,e.boundingBox!==null&&(a.boundingBox=e.boundingBox.clone()),a.boundingSphere=null,e.boundingSphere!==null&&(a.boundingSphere=e.boundingSphere.clone()),this._visibilityChanged=!0,t}deleteGeometry(t){let e=this._geometryInfo;if(t>=e.length||e[t].active===!1)return this;let n=this._instanceInfo;for(let i=0,r=n.length;i<r;i++)n[i].active&&n[i].geometryIndex===t&&this.deleteInstance(i);return e[t].active=!1,this._availableGeometryIds.push(t),this._visibilityChanged=!0,this}deleteInstance(t){return this.validateInstanceId(t),this._instanceInfo[t].active=!1,this._availableInstanceIds.push(t),this._visibilityChanged=!0,this}optimize(){let t=0,e=0,n=this._geometryInfo,i=n.map((o,a)=>a).sort((o,a)=>n[o].vertexStart-n[a].vertexStart),r=this.geometry;for(let o=0,a=n.length;o<a;o++){let l=i[o],c=n[l];if(c.active!==!1){if(r.index!==null){if(c.indexStart!==e){let{indexStart:h,vertexStart:u,reservedIndexCount:d}=c,f=r.index,p=f.array,y=t-u;for(let g=h;g<h+d;g++)p[g]=p[g]+y;f.array.copyWithin(e,h,h+d),f.addUpdateRange(e,d),f.needsUpdate=!0,c.indexStart=e}e+=c.reservedIndexCount}if(c.vertexStart!==t){let{vertexStart:h,reservedVertexCount:u}=c,d=r.attributes;for(let f in d){let p=d[f],{array:y,itemSize:g}=p;y.copyWithin(t*g,h*g,(h+u)*g),p.addUpdateRange(t*g,u*g),p.needsUpdate=!0}c.vertexStart=t}t+=c.reservedVertexCount,c.start=r.index?c.indexStart:c.vertexStart}}return this._nextIndexStart=e,this._nextVertexStart=t,this._visibilityChanged=!0,this}getBoundingBoxAt(t,e){if(t>=this._geometryCount)return null;let n=this.geometry,i=this._geometryInfo[t];if(i.boundingBox===null){let r=new en,o=n.index,a=n.attributes.position;for(let l=i.start,c=i.start+i.count;l<c;l++){let h=l;o&&(h=o.getX(h)),r.expandByPoint(zu.fromBufferAttribute(a,h))}i.boundingBox=r}return e.copy(i.boundingBox),e}getBoundingSphereAt(t,e){if(t>=this._geometryCount)return null;let n=this.geometry,i=this._geometryInfo[t];if(i.boundingSphere===null){let r=new Rn;this.getBoundingBoxAt(t,Il),Il.getCenter(r.center);let o=n.index,a=n.attributes.position,l=0;for(let c=i.start,h=i.start+i.count;c<h;c++){let u=c;o&&(u=o.getX(u)),zu.fromBufferAttribute(a,u),l=Math.max(l,r.center.distanceToSquared(zu))}r.radius=Math.sqrt(l),i.boundingSphere=r}return e.copy(i.boundingSphere),e}setMatrixAt(t,e){this.validateInstanceId(t);let n=this._matricesTexture,i=this._matricesTexture.image.data;return e.toArray(i,t*16),n.needsUpdate=!0,this}getMatrixAt(t,e){return this.validateInstanceId(t),e.fromArray(this._matricesTexture.image.data,t*16)}setColorAt(t,e){return this.validateInstanceId(t),this._colorsTexture===null&&this._initColorsTexture(),e.toArray(this._colorsTexture.image.data,t*4),this._colorsTexture.needsUpdate=!0,this}getColorAt(t,e){return this.validateInstanceId(t),this._colorsTexture===null?e.isVector4?e.set(1,1,1,1):e.setRGB(1,1,1):e.fromArray(this._colorsTexture.image.data,t*4)}setVisibleAt(t,e){return this.validateInstanceId(t),this._instanceInfo[t].visible===e?this:(this._instanceInfo[t].visible=e,this._visibilityChanged=!0,this)}getVisibleAt(t){return this.validateInstanceId(t),this._instanceInfo[t].visible}setGeometryIdAt(t,e){return this.validateInstanceId(t),this.validateGeometryId(e),this._instanceInfo[t].geometryIndex=e,this._visibilityChanged=!0,this}getGeometryIdAt(t){return this.validateInstanceId(t),this._instanceInfo[t].geometryIndex}getGeometryRangeAt(t,e={}){this.validateGeometryId(t);let n=this._geometryInfo[t];return e.vertexStart=n.vertexStart,e.vertexCount=n.vertexCount,e.reservedVertexCount=n.reservedVertexCount,e.indexStart=n.indexStart,e.indexCount=n.indexCount,e.reservedIndexCount=n.reservedIndexCount,e.start=n.start,e.count=n.count,e}setInstanceCount(t){let e=this._availableInstanceIds,n=this._instanceInfo;for(e.sort(Bu);e[e.length-1]===n.length-1;)n.pop(),e.pop();if(t<n.length)throw new Error(`THREE.BatchedMesh: Instance ids outside the range ${t} are being used. Cannot shrink instance count.`);let i=new Int32Array(t),r=new Int32Array(t);qi(this._multiDrawCounts,i),qi(this._multiDrawStarts,r),this._multiDrawCounts=i,this._multiDrawStarts=r;let o=new Int32Array(t),a=new Int32Array(t),l=new Int32Array(t);qi(this._mergedDrawCounts,o),qi(this._mergedDrawStarts,a),qi(this._mergedDrawInstanceCounts,l),this._mergedDrawCounts=o,this._mergedDrawStarts=a,this._mergedDrawInstanceCounts=l,this._maxInstanceCount=t;let c=this._indirectTexture,h=this._matricesTexture,u=this._colorsTexture;c.dispose(),this._initIndirectTexture(),qi(c.image.data,this._indirectTexture.image.data),h.dispose(),this._initMatricesTexture(),qi(h.image.data,this._matricesTexture.image.data),u&&(u.dispose(),this._initColorsTexture(),qi(u.image.data,this._colorsTexture.image.data)),this._previousMatricesTexture!==null&&(this._previousMatricesTexture.dispose(),this._previousMatricesTexture=null)}setGeometrySize(t,e){let n=[...this._geometryInfo].filter(a=>a.active);if(Math.max(...n.map(a=>a.vertexStart+a.reservedVertexCount))>t)throw new Error(`THREE.BatchedMesh: Geometry vertex values are being used outside the range ${t}. Cannot shrink further.`);if(this.geometry.index&&Math.max(...n.map(l=>l.indexStart+l.reservedIndexCount))>e)throw new Error(`THREE.BatchedMesh: Geometry index values are being used outside the range ${e}. Cannot shrink further.`);let r=this.geometry;r.dispose(),this._maxVertexCount=t,this._maxIndexCount=e,this._geometryInitialized&&(this._geometryInitialized=!1,this.geometry=new Ye,this._initializeGeometry(r));let o=this.geometry;r.index&&qi(r.index.array,o.index.array);for(let a in r.attributes)qi(r.attributes[a].array,o.attributes[a].array);this._visibilityChanged=!0}raycast(t,e){let n=this._instanceInfo,i=this._geometryInfo,r=this.matrixWorld,o=this.geometry;On.material=this.material,On.geometry.index=o.index,On.geometry.attributes=o.attributes,On.geometry.boundingBox===null&&(On.geometry.boundingBox=new en),On.geometry.boundingSphere===null&&(On.geometry.boundingSphere=new Rn);for(let a=0,l=n.length;a<l;a++){if(!n[a].visible||!n[a].active)continue;let c=n[a].geometryIndex,h=i[c];On.geometry.setDrawRange(h.start,h.count),this.getMatrixAt(a,On.matrixWorld).premultiply(r),this.getBoundingBoxAt(c,On.geometry.boundingBox),this.getBoundingSphereAt(c,On.geometry.boundingSphere),On.raycast(t,Ll);for(let u=0,d=Ll.length;u<d;u++){let f=Ll[u];f.object=this,f.batchId=a,e.push(f)}Ll.length=0}On.material=null,On.geometry.index=null,On.geometry.attributes={},On.geometry.setDrawRange(0,1/0)}copy(t){return super.copy(t),this.geometry=t.geometry.clone(),this.perObjectFrustumCulled=t.perObjectFrustumCulled,this.sortObjects=t.sortObjects,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this._geometryInfo=t._geometryInfo.map(e=>({...e,boundingBox:e.boundingBox!==null?e.boundingBox.clone():null,boundingSphere:e.boundingSphere!==null?e.boundingSphere.clone():null})),this._instanceInfo=t._instanceInfo.map(e=>({...e})),this._availableInstanceIds=t._availableInstanceIds.slice(),this._availableGeometryIds=t._availableGeometryIds.slice(),this._nextIndexStart=t._nextIndexStart,this._nextVertexStart=t._nextVertexStart,this._geometryCount=t._geometryCount,this._maxInstanceCount=t._maxInstanceCount,this._maxVertexCount=t._maxVertexCount,this._maxIndexCount=t._maxIndexCount,this._geometryInitialized=t._geometryInitialized,this._multiDrawCounts=t._multiDrawCounts.slice(),this._multiDrawStarts=t._multiDrawStarts.slice(),this._multiDrawBytesPerElement=t._multiDrawBytesPerElement,this._mergedDrawCounts=t._mergedDrawCounts.slice(),this._mergedDrawStarts=t._mergedDrawStarts.slice(),this._mergedDrawInstanceCounts=t._mergedDrawInstanceCounts.slice(),this._indirectTexture=t._indirectTexture.clone(),this._indirectTexture.image.data=this._indirectTexture.image.data.slice(),this._matricesTexture=t._matricesTexture.clone(),this._matricesTexture.image.data=this._matricesTexture.image.data.slice(),t._colorsTexture!==null?(this._colorsTexture=t._colorsTexture.clone(),this._colorsTexture.image.data=this._colorsTexture.image.data.slice()):this._colorsTexture=null,this}dispose(){super.dispose(),this.geometry.dispose(),this._matricesTexture.dispose(),this._matricesTexture=null,this._indirectTexture.dispose(),this._indirectTexture=null,this._colorsTexture!==null&&(this._colorsTexture.dispose(),this._colorsTexture=null),this._previousMatricesTexture!==null&&(this._previousMatricesTexture.dispose(),this._previousMatricesTexture=null)}_updateDrawParameters(t,e,n,i="multiDraw"){if(!this._visibilityChanged&&!this.perObjectFrustumCulled&&!this.sortObjects)return;let r=e.getIndex(),o=r===null?1:r.array.BYTES_PER_ELEMENT,a=1;n.wireframe&&(a=2,o=e.attributes.position.count>65535?4:2);let l=this._instanceInfo,c=this._multiDrawStarts,h=this._multiDrawCounts,u=this._mergedDrawStarts,d=this._mergedDrawCounts,f=this._mergedDrawInstanceCounts,p=this._geometryInfo,y=this.perObjectFrustumCulled,g=this._indirectTexture,m=g.image.data,S=t.isArrayCamera?vx:yx;y&&(t.isArrayCamera?S.setFromArrayCamera(t):(ti.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse).multiply(this.matrixWorld),S.setFromProjectionMatrix(ti,t.coordinateSystem,t.reversedDepth)));let E=0,v=0;if(this.sortObjects){ti.copy(this.matrixWorld).invert(),Lp.setFromMatrixPosition(t.matrixWorld).applyMatrix4(ti),Dp.set(0,0,-1).transformDirection(t.matrixWorld).transformDirection(ti);for(let _=0,w=l.length;_<w;_++)if(l[_].visible&&l[_].active){let F=l[_].geometryIndex;this.getMatrixAt(_,ti),this.getBoundingSphereAt(F,ir).applyMatrix4(ti);let I=!1;if(y&&(I=!S.intersectsSphere(ir)),!I){let D=p[F],z=Sx.subVectors(ir.center,Lp).dot(Dp);ku.push(D.start,D.count,z,_)}}let C=ku.list,T=this.customSort;T===null?C.sort(n.transparent?_x:gx):T.call(this,C,t);for(let _=0,w=C.length;_<w;_++){let F=C[_],I=F.start*o*a,D=F.count*a;i==="merged"?v>0&&u[v-1]===I&&d[v-1]===D?f[v-1]++:(u[v]=I,d[v]=D,f[v]=1,v++):(c[E]=I,h[E]=D),m[E]=F.index,E++}ku.reset()}else for(let C=0,T=l.length;C<T;C++)if(l[C].visible&&l[C].active){let _=l[C].geometryIndex,w=!1;if(y&&(this.getMatrixAt(C,ti),this.getBoundingSphereAt(_,ir).applyMatrix4(ti),w=!S.intersectsSphere(ir)),!w){let F=p[_],I=F.start*o*a,D=F.count*a;i==="merged"?v>0&&u[v-1]===I&&d[v-1]===D?f[v-1]++:(u[v]=I,d[v]=D,f[v]=1,v++):(c[E]=I,h[E]=D),m[E]=C,E++}}g.needsUpdate=!0,this._multiDrawCount=E,this._mergedDrawCount=v,this._multiDrawBytesPerElement=o,this._visibilityChanged=!1}onBeforeRender(t,e,n,i,r){t.isWebGPURenderer===!0?(this._visibilityChanged||this.perObjectFrustumCulled||this.sortObjects)&&(this._indirectTexture.needsUpdate=!0):this._updateDrawParameters(n,i,r)}onBeforeShadow(t,e,n,i,r,o){t.isWebGPURenderer!==!0&&this._updateDrawParameters(i,r,o)}},ao=class extends Ki{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Jt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},tc=new P,ec=new P,Np=new Ot,Xo=new so,Dl=new Rn,Vu=new P,Up=new P,nc=class extends Pn{constructor(t=new Ye,e=new ao){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let i=1,r=e.count;i<r;i++)tc.fromBufferAttribute(e,i-1),ec.fromBufferAttribute(e,i),n[i]=n[i-1],n[i]+=tc.distanceTo(ec);t.setAttribute("lineDistance",new Se(n,1))}else Zt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,i=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Dl.copy(n.boundingSphere),Dl.applyMatrix4(i),Dl.radius+=r,t.ray.intersectsSphere(Dl)===!1)return;Np.copy(i).invert(),Xo.copy(t.ray).applyMatrix4(Np);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let y=f,g=p-1;y<g;y+=c){let m=h.getX(y),S=h.getX(y+1),E=Nl(this,t,Xo,l,m,S,y);E&&e.push(E)}if(this.isLineLoop){let y=h.getX(p-1),g=h.getX(f),m=Nl(this,t,Xo,l,y,g,p-1);m&&e.push(m)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let y=f,g=p-1;y<g;y+=c){let m=Nl(this,t,Xo,l,y,y+1,y);m&&e.push(m)}if(this.isLineLoop){let y=Nl(this,t,Xo,l,p-1,f,p-1);y&&e.push(y)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let i=e[n[0]];if(i!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=i.length;r<o;r++){let a=i[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Nl(s,t,e,n,i,r,o){let a=s.geometry.attributes.position;if(tc.fromBufferAttribute(a,i),ec.fromBufferAttribute(a,r),e.distanceSqToSegment(tc,ec,Vu,Up)>n)return;Vu.applyMatrix4(s.matrixWorld);let c=t.ray.origin.distanceTo(Vu);if(!(c<t.near||c>t.far))return{distance:c,point:Up.clone().applyMatrix4(s.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:s}}var Fp=new P,Op=new P,ca=class extends nc{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let i=0,r=e.count;i<r;i+=2)Fp.fromBufferAttribute(e,i),Op.fromBufferAttribute(e,i+1),n[i]=i===0?0:n[i-1],n[i+1]=n[i]+Fp.distanceTo(Op);t.setAttribute("lineDistance",new Se(n,1))}else Zt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var ha=class extends Zn{constructor(t=[],e=hr,n,i,r,o,a,l,c,h){super(t,e,n,i,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},ua=class extends Zn{constructor(t,e,n,i,r,o,a,l,c){super(t,e,n,i,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var vs=class extends Zn{constructor(t,e,n=bi,i,r,o,a=En,l=En,c,h=xs,u=1){if(h!==xs&&h!==bs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,i,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new eo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},da=class extends vs{constructor(t,e=bi,n=hr,i,r,o=En,a=En,l,c=xs){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,i,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},fa=class extends Zn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Di=class s extends Ye{constructor(t=1,e=1,n=1,i=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:i,heightSegments:r,depthSegments:o};let a=this;i=Math.floor(i),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,i,o,2),p("x","z","y",1,-1,t,n,-e,i,o,3),p("x","y","z",1,-1,t,e,n,i,r,4),p("x","y","z",-1,-1,t,e,-n,i,r,5),this.setIndex(l),this.setAttribute("position",new Se(c,3)),this.setAttribute("normal",new Se(h,3)),this.setAttribute("uv",new Se(u,2));function p(y,g,m,S,E,v,C,T,_,w,F){let I=v/_,D=C/w,z=v/2,V=C/2,N=T/2,H=_+1,q=w+1,G=0,lt=0,$=new P;for(let K=0;K<q;K++){let tt=K*D-V;for(let dt=0;dt<H;dt++){let ut=dt*I-z;$[y]=ut*S,$[g]=tt*E,$[m]=N,c.push($.x,$.y,$.z),$[y]=0,$[g]=0,$[m]=T>0?1:-1,h.push($.x,$.y,$.z),u.push(dt/_),u.push(1-K/w),G+=1}}for(let K=0;K<w;K++)for(let tt=0;tt<_;tt++){let dt=d+tt+H*K,ut=d+tt+H*(K+1),Q=d+(tt+1)+H*(K+1),mt=d+(tt+1)+H*K;l.push(dt,ut,mt),l.push(ut,Q,mt),lt+=6}a.addGroup(f,lt,F),f+=lt,d+=G}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},pa=class s extends Ye{constructor(t=1,e=1,n=4,i=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:i,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),i=Math.max(3,Math.floor(i)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,u=Math.PI/2*t,d=e,f=2*u+d,p=n*2+r,y=i+1,g=new P,m=new P;for(let S=0;S<=p;S++){let E=0,v=0,C=0,T=0;if(S<=n){let F=S/n,I=F*Math.PI/2;v=-h-t*Math.cos(I),C=t*Math.sin(I),T=-t*Math.cos(I),E=F*u}else if(S<=n+r){let F=(S-n)/r;v=-h+F*e,C=t,T=0,E=u+F*d}else{let F=(S-n-r)/n,I=F*Math.PI/2;v=h+t*Math.sin(I),C=t*Math.cos(I),T=t*Math.sin(I),E=u+d+F*u}let _=Math.max(0,Math.min(1,E/f)),w=0;S===0?w=.5/i:S===p&&(w=-.5/i);for(let F=0;F<=i;F++){let I=F/i,D=I*Math.PI*2,z=Math.sin(D),V=Math.cos(D);m.x=-C*V,m.y=v,m.z=C*z,a.push(m.x,m.y,m.z),g.set(-C*V,T,C*z),g.normalize(),l.push(g.x,g.y,g.z),c.push(I+w,_)}if(S>0){let F=(S-1)*y;for(let I=0;I<i;I++){let D=F+I,z=F+I+1,V=S*y+I,N=S*y+I+1;o.push(D,z,V),o.push(z,N,V)}}}this.setIndex(o),this.setAttribute("position",new Se(a,3)),this.setAttribute("normal",new Se(l,3)),this.setAttribute("uv",new Se(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Ss=class s extends Ye{constructor(t=1,e=1,n=1,i=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:i,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;i=Math.floor(i),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,y=[],g=n/2,m=0;S(),o===!1&&(t>0&&E(!0),e>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new Se(u,3)),this.setAttribute("normal",new Se(d,3)),this.setAttribute("uv",new Se(f,2));function S(){let v=new P,C=new P,T=0,_=(e-t)/n;for(let w=0;w<=r;w++){let F=[],I=w/r,D=I*(e-t)+t;for(let z=0;z<=i;z++){let V=z/i,N=V*l+a,H=Math.sin(N),q=Math.cos(N);C.x=D*H,C.y=-I*n+g,C.z=D*q,u.push(C.x,C.y,C.z),v.set(H,_,q).normalize(),d.push(v.x,v.y,v.z),f.push(V,1-I),F.push(p++)}y.push(F)}for(let w=0;w<i;w++)for(let F=0;F<r;F++){let I=y[F][w],D=y[F+1][w],z=y[F+1][w+1],V=y[F][w+1];(t>0||F!==0)&&(h.push(I,D,V),T+=3),(e>0||F!==r-1)&&(h.push(D,z,V),T+=3)}c.addGroup(m,T,0),m+=T}function E(v){let C=p,T=new Ht,_=new P,w=0,F=v===!0?t:e,I=v===!0?1:-1;for(let z=1;z<=i;z++)u.push(0,g*I,0),d.push(0,I,0),f.push(.5,.5),p++;let D=p;for(let z=0;z<=i;z++){let N=z/i*l+a,H=Math.cos(N),q=Math.sin(N);_.x=F*q,_.y=g*I,_.z=F*H,u.push(_.x,_.y,_.z),d.push(0,I,0),T.x=H*.5+.5,T.y=q*.5*I+.5,f.push(T.x,T.y),p++}for(let z=0;z<i;z++){let V=C+z,N=D+z;v===!0?h.push(N,N+1,V):h.push(N+1,N,V),w+=3}c.addGroup(m,w,v===!0?1:2),m+=w}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},sr=class s extends Ss{constructor(t=1,e=1,n=32,i=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,i,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:i,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new s(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var ni=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){Zt("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,i=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(i),e.push(r),i=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),i=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(i=Math.floor(a+(l-a)/2),c=n[i]-o,c<0)a=i+1;else if(c>0)l=i-1;else{l=i;break}if(i=l,n[i]===o)return i/(r-1);let h=n[i],d=n[i+1]-h,f=(o-h)/d;return(i+f)/(r-1)}getTangent(t,e){let i=t-1e-4,r=t+1e-4;i<0&&(i=0),r>1&&(r=1);let o=this.getPoint(i),a=this.getPoint(r),l=e||(o.isVector2?new Ht:new P);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new P,i=[],r=[],o=[],a=new P,l=new Ot;for(let f=0;f<=t;f++){let p=f/t;i[f]=this.getTangentAt(p,new P)}r[0]=new P,o[0]=new P;let c=Number.MAX_VALUE,h=Math.abs(i[0].x),u=Math.abs(i[0].y),d=Math.abs(i[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(i[0],n).normalize(),r[0].crossVectors(i[0],a),o[0].crossVectors(i[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(i[f-1],i[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(le(i[f-1].dot(i[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(i[f],r[f])}if(e===!0){let f=Math.acos(le(r[0].dot(r[t]),-1,1));f/=t,i[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(i[p],f*p)),o[p].crossVectors(i[p],r[p])}return{tangents:i,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},ma=class extends ni{constructor(t=0,e=0,n=1,i=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=i,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new Ht){let n=e,i=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=i;for(;r>i;)r-=i;r<Number.EPSILON&&(o?r=0:r=i),this.aClockwise===!0&&!o&&(r===i?r=-i:r=r-i);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},ic=class extends ma{constructor(t,e,n,i,r,o){super(t,e,n,n,i,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Nd(){let s=0,t=0,e=0,n=0;function i(r,o,a,l){s=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){i(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,i(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return s+t*r+e*o+n*a}}}var Bp=new P,zp=new P,Gu=new Nd,Hu=new Nd,Wu=new Nd,sc=class extends ni{constructor(t=[],e=!1,n="centripetal",i=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=i}getPoint(t,e=new P){let n=e,i=this.points,r=i.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=i[(a-1)%r]:(zp.subVectors(i[0],i[1]).add(i[0]),c=zp);let u=i[a%r],d=i[(a+1)%r];if(this.closed||a+2<r?h=i[(a+2)%r]:(Bp.subVectors(i[r-1],i[r-2]).add(i[r-1]),h=Bp),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),y=Math.pow(u.distanceToSquared(d),f),g=Math.pow(d.distanceToSquared(h),f);y<1e-4&&(y=1),p<1e-4&&(p=y),g<1e-4&&(g=y),Gu.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,y,g),Hu.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,y,g),Wu.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,y,g)}else this.curveType==="catmullrom"&&(Gu.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Hu.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),Wu.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Gu.calc(l),Hu.calc(l),Wu.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let i=t.points[e];this.points.push(i.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let i=this.points[e];t.points.push(i.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let i=t.points[e];this.points.push(new P().fromArray(i))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function kp(s,t,e,n,i){let r=(n-t)*.5,o=(i-e)*.5,a=s*s,l=s*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*s+e}function bx(s,t){let e=1-s;return e*e*t}function wx(s,t){return 2*(1-s)*s*t}function Ax(s,t){return s*s*t}function Zo(s,t,e,n){return bx(s,t)+wx(s,e)+Ax(s,n)}function Tx(s,t){let e=1-s;return e*e*e*t}function Ex(s,t){let e=1-s;return 3*e*e*s*t}function Cx(s,t){return 3*(1-s)*s*s*t}function Rx(s,t){return s*s*s*t}function Jo(s,t,e,n,i){return Tx(s,t)+Ex(s,e)+Cx(s,n)+Rx(s,i)}var rc=class extends ni{constructor(t=new Ht,e=new Ht,n=new Ht,i=new Ht){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=i}getPoint(t,e=new Ht){let n=e,i=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Jo(t,i.x,r.x,o.x,a.x),Jo(t,i.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},oc=class extends ni{constructor(t=new P,e=new P,n=new P,i=new P){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=i}getPoint(t,e=new P){let n=e,i=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Jo(t,i.x,r.x,o.x,a.x),Jo(t,i.y,r.y,o.y,a.y),Jo(t,i.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},ac=class extends ni{constructor(t=new Ht,e=new Ht){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new Ht){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new Ht){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},lc=class extends ni{constructor(t=new P,e=new P){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new P){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new P){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},cc=class extends ni{constructor(t=new Ht,e=new Ht,n=new Ht){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new Ht){let n=e,i=this.v0,r=this.v1,o=this.v2;return n.set(Zo(t,i.x,r.x,o.x),Zo(t,i.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ga=class extends ni{constructor(t=new P,e=new P,n=new P){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new P){let n=e,i=this.v0,r=this.v1,o=this.v2;return n.set(Zo(t,i.x,r.x,o.x),Zo(t,i.y,r.y,o.y),Zo(t,i.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},hc=class extends ni{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new Ht){let n=e,i=this.points,r=(i.length-1)*t,o=Math.floor(r),a=r-o,l=i[o===0?o:o-1],c=i[o],h=i[o>i.length-2?i.length-1:o+1],u=i[o>i.length-3?i.length-1:o+2];return n.set(kp(a,l.x,c.x,h.x,u.x),kp(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let i=t.points[e];this.points.push(i.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let i=this.points[e];t.points.push(i.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let i=t.points[e];this.points.push(new Ht().fromArray(i))}return this}},Px=Object.freeze({__proto__:null,ArcCurve:ic,CatmullRomCurve3:sc,CubicBezierCurve:rc,CubicBezierCurve3:oc,EllipseCurve:ma,LineCurve:ac,LineCurve3:lc,QuadraticBezierCurve:cc,QuadraticBezierCurve3:ga,SplineCurve:hc});var _a=class s extends Ye{constructor(t=1,e=1,n=1,i=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:i};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(i),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],y=[],g=[];for(let m=0;m<h;m++){let S=m*d-o;for(let E=0;E<c;E++){let v=E*u-r;p.push(v,-S,0),y.push(0,0,1),g.push(E/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let S=0;S<a;S++){let E=S+c*m,v=S+c*(m+1),C=S+1+c*(m+1),T=S+1+c*m;f.push(E,v,T),f.push(v,C,T)}this.setIndex(f),this.setAttribute("position",new Se(p,3)),this.setAttribute("normal",new Se(y,3)),this.setAttribute("uv",new Se(g,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.width,t.height,t.widthSegments,t.heightSegments)}};var xa=class s extends Ye{constructor(t=1,e=32,n=16,i=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:i,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new P,d=new P,f=[],p=[],y=[],g=[];for(let m=0;m<=n;m++){let S=[],E=m/n,v=o+E*a,C=t*Math.cos(v),T=Math.sqrt(t*t-C*C),_=0;m===0&&o===0?_=.5/e:m===n&&l===Math.PI&&(_=-.5/e);for(let w=0;w<=e;w++){let F=w/e,I=i+F*r;u.x=-T*Math.cos(I),u.y=C,u.z=T*Math.sin(I),p.push(u.x,u.y,u.z),d.copy(u).normalize(),y.push(d.x,d.y,d.z),g.push(F+_,1-E),S.push(c++)}h.push(S)}for(let m=0;m<n;m++)for(let S=0;S<e;S++){let E=h[m][S+1],v=h[m][S],C=h[m+1][S],T=h[m+1][S+1];(m!==0||o>0)&&f.push(E,v,T),(m!==n-1||l<Math.PI)&&f.push(v,C,T)}this.setIndex(f),this.setAttribute("position",new Se(p,3)),this.setAttribute("normal",new Se(y,3)),this.setAttribute("uv",new Se(g,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var ya=class s extends Ye{constructor(t=1,e=.4,n=12,i=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:i,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),i=Math.floor(i);let l=[],c=[],h=[],u=[],d=new P,f=new P,p=new P;for(let y=0;y<=n;y++){let g=o+y/n*a;for(let m=0;m<=i;m++){let S=m/i*r;f.x=(t+e*Math.cos(g))*Math.cos(S),f.y=(t+e*Math.cos(g))*Math.sin(S),f.z=e*Math.sin(g),c.push(f.x,f.y,f.z),d.x=t*Math.cos(S),d.y=t*Math.sin(S),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(m/i),u.push(y/n)}}for(let y=1;y<=n;y++)for(let g=1;g<=i;g++){let m=(i+1)*y+g-1,S=(i+1)*(y-1)+g-1,E=(i+1)*(y-1)+g,v=(i+1)*y+g;l.push(m,S,v),l.push(S,E,v)}this.setIndex(l),this.setAttribute("position",new Se(c,3)),this.setAttribute("normal",new Se(h,3)),this.setAttribute("uv",new Se(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new s(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var va=class s extends Ye{constructor(t=new ga(new P(-1,-1,0),new P(-1,1,0),new P(1,1,0)),e=64,n=1,i=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:i,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new P,l=new P,c=new Ht,h=new P,u=[],d=[],f=[],p=[];y(),this.setIndex(p),this.setAttribute("position",new Se(u,3)),this.setAttribute("normal",new Se(d,3)),this.setAttribute("uv",new Se(f,2));function y(){for(let E=0;E<e;E++)g(E);g(r===!1?e:0),S(),m()}function g(E){h=t.getPointAt(E/e,h);let v=o.normals[E],C=o.binormals[E];for(let T=0;T<=i;T++){let _=T/i*Math.PI*2,w=Math.sin(_),F=-Math.cos(_);l.x=F*v.x+w*C.x,l.y=F*v.y+w*C.y,l.z=F*v.z+w*C.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function m(){for(let E=1;E<=e;E++)for(let v=1;v<=i;v++){let C=(i+1)*(E-1)+(v-1),T=(i+1)*E+(v-1),_=(i+1)*E+v,w=(i+1)*(E-1)+v;p.push(C,T,w),p.push(T,_,w)}}function S(){for(let E=0;E<=e;E++)for(let v=0;v<=i;v++)c.x=E/e,c.y=v/i,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new s(new Px[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},Sa=class extends Ye{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,i=new P,r=new P;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,y=d+f;p<y;p+=3)for(let g=0;g<3;g++){let m=a.getX(p+g),S=a.getX(p+(g+1)%3);i.fromBufferAttribute(o,m),r.fromBufferAttribute(o,S),Vp(i,r,n)===!0&&(e.push(i.x,i.y,i.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;i.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Vp(i,r,n)===!0&&(e.push(i.x,i.y,i.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Se(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function Vp(s,t,e){let n=`${s.x},${s.y},${s.z}-${t.x},${t.y},${t.z}`,i=`${t.x},${t.y},${t.z}-${s.x},${s.y},${s.z}`;return e.has(n)===!0||e.has(i)===!0?!1:(e.add(n),e.add(i),!0)}function dr(s){let t={};for(let e in s){t[e]={};for(let n in s[e]){let i=s[e][n];if(Gp(i))i.isRenderTargetTexture?(Zt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=i.clone();else if(Array.isArray(i))if(Gp(i[0])){let r=[];for(let o=0,a=i.length;o<a;o++)r[o]=i[o].clone();t[e][n]=r}else t[e][n]=i.slice();else t[e][n]=i}}return t}function zn(s){let t={};for(let e=0;e<s.length;e++){let n=dr(s[e]);for(let i in n)t[i]=n[i]}return t}function Gp(s){return s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)}function Ix(s){let t=[];for(let e=0;e<s.length;e++)t.push(s[e].clone());return t}function Ud(s){let t=s.getRenderTarget();return t===null?s.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:_e.workingColorSpace}var ka={clone:dr,merge:zn},Lx=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Dx=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Mi=class extends Ki{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Lx,this.fragmentShader=Dx,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=dr(t.uniforms),this.uniformsGroups=Ix(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let i in this.uniforms){let o=this.uniforms[i].value;o&&o.isTexture?e.uniforms[i]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[i]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[i]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[i]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[i]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[i]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[i]={type:"m4",value:o.toArray()}:e.uniforms[i]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let i in this.extensions)this.extensions[i]===!0&&(n[i]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let i=t.uniforms[n];switch(this.uniforms[n]={},i.type){case"t":this.uniforms[n].value=e[i.value]||null;break;case"c":this.uniforms[n].value=new Jt().setHex(i.value);break;case"v2":this.uniforms[n].value=new Ht().fromArray(i.value);break;case"v3":this.uniforms[n].value=new P().fromArray(i.value);break;case"v4":this.uniforms[n].value=new Ee().fromArray(i.value);break;case"m3":this.uniforms[n].value=new ie().fromArray(i.value);break;case"m4":this.uniforms[n].value=new Ot().fromArray(i.value);break;default:this.uniforms[n].value=i.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},uc=class extends Mi{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},rr=class extends Ki{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Jt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Jt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=za,this.normalScale=new Ht(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ji,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Ma=class extends Ki{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Jt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Jt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=za,this.normalScale=new Ht(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ji,this.combine=Tc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},dc=class extends Ki{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Mm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},fc=class extends Ki{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Xr(s,t){return!s||s.constructor===t?s:typeof t.BYTES_PER_ELEMENT=="number"?new t(s):Array.prototype.slice.call(s)}function Ul(s){return s!==void 0&&s.inTangents!==void 0&&s.outTangents!==void 0}var Vs=class{constructor(t,e,n,i){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=i!==void 0?i:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,i=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<i)){for(let a=n+2;;){if(i===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=i,i=e[++n],t<i)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(i=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(i=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,i)}return this.interpolate_(n,r,t,i)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,i=this.valueSize,r=t*i;for(let o=0;o!==i;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},pc=class extends Vs{constructor(t,e,n,i){super(t,e,n,i),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:$u,endingEnd:$u}}intervalChanged_(t,e,n){let i=this.parameterPositions,r=t-2,o=t+1,a=i[r],l=i[o];if(a===void 0)switch(this.getSettings_().endingStart){case Zu:r=t,a=2*e-n;break;case Ju:r=i.length-2,a=e+i[r]-i[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Zu:o=t,l=2*n-e;break;case Ju:o=1,l=n+i[1]-i[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(i-e),y=p*p,g=y*p,m=-d*g+2*d*y-d*p,S=(1+d)*g+(-1.5-2*d)*y+(-.5+d)*p+1,E=(-1-f)*g+(1.5+f)*y+.5*p,v=f*g-f*y;for(let C=0;C!==a;++C)r[C]=m*o[h+C]+S*o[c+C]+E*o[l+C]+v*o[u+C];return r}},mc=class extends Vs{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(i-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},gc=class extends Vs{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t){return this.copySampleValue_(t-1)}},_c=class extends Vs{interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(i-e),y=1-p;for(let g=0;g!==a;++g)r[g]=o[c+g]*y+o[l+g]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let y=o[c+p],g=o[l+p],m=f*d+p*2,S=u[m],E=u[m+1],v=t*d+p*2,C=h[v],T=h[v+1],_=Ux(n,e,S,C,i);r[p]=Um(_,y,E,T,g)}return r}};function Um(s,t,e,n,i){let r=1-s;return r*r*r*t+3*r*r*s*e+3*r*s*s*n+s*s*s*i}function Nx(s,t,e,n,i){let r=1-s;return 3*r*r*(e-t)+6*r*s*(n-e)+3*s*s*(i-n)}function Ux(s,t,e,n,i){let r=(s-t)/(i-t);for(let o=0;o<8;o++){let a=Um(r,t,e,n,i)-s;if(Math.abs(a)<1e-10)break;let l=Nx(r,t,e,n,i);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var fi=class{constructor(t,e,n,i){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Xr(e,this.TimeBufferType),this.values=Xr(n,this.ValueBufferType),this.setInterpolation(i||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Xr(t.times,Array),values:Xr(t.values,Array)};let i=t.getInterpolation();i!==t.DefaultInterpolation&&(n.interpolation=i),Ul(t.settings)&&(n.settings={inTangents:Xr(t.settings.inTangents,Array),outTangents:Xr(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new gc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new mc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new pc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new _c(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Ko:e=this.InterpolantFactoryMethodDiscrete;break;case Jl:e=this.InterpolantFactoryMethodLinear;break;case zl:e=this.InterpolantFactoryMethodSmooth;break;case Yu:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Zt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ko;case this.InterpolantFactoryMethodLinear:return Jl;case this.InterpolantFactoryMethodSmooth:return zl;case this.InterpolantFactoryMethodBezier:return Yu}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]+=t;Ul(this.settings)&&(Hp(this.settings.inTangents,t),Hp(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,i=e.length;n!==i;++n)e[n]*=t;Ul(this.settings)&&(Wp(this.settings.inTangents,t),Wp(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,i=n.length,r=0,o=i-1;for(;r!==i&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==i){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ee("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,i=this.values,r=n.length;r===0&&(ee("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ee("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ee("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(i!==void 0&&U_(i))for(let a=0,l=i.length;a!==l;++a){let c=i[a];if(isNaN(c)){ee("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),i=this.getInterpolation()===zl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(i)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let y=e[u+p];if(y!==e[d+p]||y!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,i=new n(this.name,t,e);return i.createInterpolant=this.createInterpolant,Ul(this.settings)&&(i.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),i}};function Hp(s,t){for(let e=0,n=s.length;e!==n;e+=2)s[e]+=t}function Wp(s,t){for(let e=0,n=s.length;e!==n;e+=2)s[e]*=t}fi.prototype.ValueTypeName="";fi.prototype.TimeBufferType=Float32Array;fi.prototype.ValueBufferType=Float32Array;fi.prototype.DefaultInterpolation=Jl;var Gs=class extends fi{constructor(t,e,n){super(t,e,n)}};Gs.prototype.ValueTypeName="bool";Gs.prototype.ValueBufferType=Array;Gs.prototype.DefaultInterpolation=Ko;Gs.prototype.InterpolantFactoryMethodLinear=void 0;Gs.prototype.InterpolantFactoryMethodSmooth=void 0;var xc=class extends fi{constructor(t,e,n,i){super(t,e,n,i)}};xc.prototype.ValueTypeName="color";var yc=class extends fi{constructor(t,e,n,i){super(t,e,n,i)}};yc.prototype.ValueTypeName="number";var vc=class extends Vs{constructor(t,e,n,i){super(t,e,n,i)}interpolate_(t,e,n,i){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(i-e),c=t*a;for(let h=c+a;c!==h;c+=4)mn.slerpFlat(r,0,o,c-a,o,c,l);return r}},ba=class extends fi{constructor(t,e,n,i){super(t,e,n,i)}InterpolantFactoryMethodLinear(t){return new vc(this.times,this.values,this.getValueSize(),t)}};ba.prototype.ValueTypeName="quaternion";ba.prototype.InterpolantFactoryMethodSmooth=void 0;var Hs=class extends fi{constructor(t,e,n){super(t,e,n)}};Hs.prototype.ValueTypeName="string";Hs.prototype.ValueBufferType=Array;Hs.prototype.DefaultInterpolation=Ko;Hs.prototype.InterpolantFactoryMethodLinear=void 0;Hs.prototype.InterpolantFactoryMethodSmooth=void 0;var Sc=class extends fi{constructor(t,e,n,i){super(t,e,n,i)}};Sc.prototype.ValueTypeName="vector";var Mc=class{constructor(t,e,n){let i=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&i.onStart!==void 0&&i.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,i.onProgress!==void 0&&i.onProgress(h,o,a),o===a&&(r=!1,i.onLoad!==void 0&&i.onLoad())},this.itemError=function(h){i.onError!==void 0&&i.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Fm=new Mc,bc=class{constructor(t){this.manager=t!==void 0?t:Fm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(i,r){n.load(t,i,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};bc.DEFAULT_MATERIAL_NAME="__DEFAULT";var wa=class extends Pn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Jt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Aa=class extends wa{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Jt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},Xu=new Ot,Xp=new P,qp=new P,wc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ht(512,512),this.mapType=ii,this.map=null,this.mapPass=null,this.matrix=new Ot,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ys,this._frameExtents=new Ht(1,1),this._viewportCount=1,this._viewports=[new Ee(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Xp.setFromMatrixPosition(t.matrixWorld),e.position.copy(Xp),qp.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(qp),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,i){Xu.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(Xu,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=i?i.z/r.x:1,a=i?i.w/r.y:1,l=i?i.x/r.x:0,c=i?i.y/r.y:0;t.coordinateSystem===jr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Xu)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Fl=new P,Ol=new mn,Yi=new P,Ta=class extends Pn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ot,this.projectionMatrix=new Ot,this.projectionMatrixInverse=new Ot,this.coordinateSystem=vi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Fl,Ol,Yi),Yi.x===1&&Yi.y===1&&Yi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Fl,Ol,Yi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Fl,Ol,Yi),Yi.x===1&&Yi.y===1&&Yi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Fl,Ol,Yi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Os=new P,Yp=new Ht,$p=new Ht,Yn=class extends Ta{constructor(t=50,e=1,n=.1,i=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=i,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=to*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Yo*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return to*2*Math.atan(Math.tan(Yo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Os.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Os.x,Os.y).multiplyScalar(-t/Os.z),Os.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Os.x,Os.y).multiplyScalar(-t/Os.z)}getViewSize(t,e){return this.getViewBounds(t,Yp,$p),e.subVectors($p,Yp)}setViewOffset(t,e,n,i,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Yo*.5*this.fov)/this.zoom,n=2*e,i=this.aspect*n,r=-.5*i,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*i/l,e-=o.offsetY*n/c,i*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+i,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var or=class extends Ta{constructor(t=-1,e=1,n=1,i=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=i,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,i,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=i,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,i=(this.top+this.bottom)/2,r=n-t,o=n+t,a=i+e,l=i-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},ju=class extends wc{constructor(){super(new or(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ea=class extends wa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.target=new Pn,this.shadow=new ju}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Ca=class extends Ye{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var qr=-90,Yr=1,lo=class extends Pn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let i=new Yn(qr,Yr,t,e);i.layers=this.layers,this.add(i);let r=new Yn(qr,Yr,t,e);r.layers=this.layers,this.add(r);let o=new Yn(qr,Yr,t,e);o.layers=this.layers,this.add(o);let a=new Yn(qr,Yr,t,e);a.layers=this.layers,this.add(a);let l=new Yn(qr,Yr,t,e);l.layers=this.layers,this.add(l);let c=new Yn(qr,Yr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,i,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===vi)n.up.set(0,1,0),n.lookAt(1,0,0),i.up.set(0,1,0),i.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===jr)n.up.set(0,-1,0),n.lookAt(-1,0,0),i.up.set(0,-1,0),i.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:i}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let g=!1;t.isWebGLRenderer===!0?g=t.state.buffers.depth.getReversed():g=t.reversedDepthBuffer,t.setRenderTarget(n,0,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,i),g&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Ac=class extends Yn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Fd="\\[\\]\\.:\\/",Fx=new RegExp("["+Fd+"]","g"),Od="[^"+Fd+"]",Ox="[^"+Fd.replace("\\.","")+"]",Bx=/((?:WC+[\/:])*)/.source.replace("WC",Od),zx=/(WCOD+)?/.source.replace("WCOD",Ox),kx=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Od),Vx=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Od),Gx=new RegExp("^"+Bx+zx+kx+Vx+"$"),Hx=["material","materials","bones","map"],Qu=class{constructor(t,e,n){let i=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,i)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,i=this._bindings[n];i!==void 0&&i.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let i=this._targetGroup.nCachedObjects_,r=n.length;i!==r;++i)n[i].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class s{constructor(t,e,n){this.path=e,this.parsedPath=n||s.parseTrackName(e),this.node=s.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new s.Composite(t,e,n):new s(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Fx,"")}static parseTrackName(t){let e=Gx.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},i=n.nodeName&&n.nodeName.lastIndexOf(".");if(i!==void 0&&i!==-1){let r=n.nodeName.substring(i+1);Hx.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,i),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},i=n(t.children);if(i)return i}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)t[e++]=n[i]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let i=0,r=n.length;i!==r;++i)n[i]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,i=e.propertyName,r=e.propertyIndex;if(t||(t=s.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Zt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){ee("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ee("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ee("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ee("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ee("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){ee("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){ee("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[i];if(o===void 0){let c=e.nodeName;ee("PropertyBinding: Trying to update property for track: "+c+"."+i+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(i==="morphTargetInfluences"){if(!t.geometry){ee("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ee("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=Qu;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var uA=new Float32Array(1);var Ws=class extends ra{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var Zp=new Ot,ar=class{constructor(t,e,n=0,i=1/0){this.ray=new so(t,e),this.near=n,this.far=i,this.camera=null,this.layers=new no,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):ee("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return Zp.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Zp),this}intersectObject(t,e=!0,n=[]){return td(t,this,n,e),n.sort(Jp),n}intersectObjects(t,e=!0,n=[]){for(let i=0,r=t.length;i<r;i++)td(t[i],this,n,e);return n.sort(Jp),n}};function Jp(s,t){return s.distance-t.distance}function td(s,t,e,n){let i=!0;if(s.layers.test(t.layers)&&s.raycast(t,e)===!1&&(i=!1),i===!0&&n===!0){let r=s.children;for(let o=0,a=r.length;o<a;o++)td(r[o],t,e,!0)}}var ed=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,i){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,i)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,i){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=i,this}};var Kp=new P,Bl=new P,$r=new P,Zr=new P,qu=new P,Wx=new P,Xx=new P,Ra=class{constructor(t=new P,e=new P){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){Kp.subVectors(t,this.start),Bl.subVectors(this.end,this.start);let n=Bl.dot(Bl);if(n===0)return 0;let r=Bl.dot(Kp)/n;return e&&(r=le(r,0,1)),r}closestPointToPoint(t,e,n){let i=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(i).add(this.start)}distanceSqToLine3(t,e=Wx,n=Xx){let i=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;$r.subVectors(c,a),Zr.subVectors(h,l),qu.subVectors(a,l);let u=$r.dot($r),d=Zr.dot(Zr),f=Zr.dot(qu);if(u<=i&&d<=i)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=i)r=0,o=f/d,o=le(o,0,1);else{let p=$r.dot(qu);if(d<=i)o=0,r=le(-p/u,0,1);else{let y=$r.dot(Zr),g=u*d-y*y;g!==0?r=le((y*f-p*d)/g,0,1):r=0,o=(y*r+f)/d,o<0?(o=0,r=le(-p/u,0,1)):o>1&&(o=1,r=le((y-p)/u,0,1))}}return e.copy(a).addScaledVector($r,r),n.copy(l).addScaledVector(Zr,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};function Bd(s,t,e,n){let i=qx(n);switch(e){case vd:return s*t;case Dc:return s*t/i.components*i.byteLength;case La:return s*t/i.components*i.byteLength;case Xs:return s*t*2/i.components*i.byteLength;case Nc:return s*t*2/i.components*i.byteLength;case Sd:return s*t*3/i.components*i.byteLength;case ui:return s*t*4/i.components*i.byteLength;case Uc:return s*t*4/i.components*i.byteLength;case Da:case Na:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case Ua:case Fa:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Oc:case zc:return Math.max(s,16)*Math.max(t,8)/4;case Fc:case Bc:return Math.max(s,8)*Math.max(t,8)/2;case kc:case Vc:case Hc:case Wc:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*8;case Gc:case Oa:case Xc:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case qc:return Math.floor((s+3)/4)*Math.floor((t+3)/4)*16;case Yc:return Math.floor((s+4)/5)*Math.floor((t+3)/4)*16;case $c:return Math.floor((s+4)/5)*Math.floor((t+4)/5)*16;case Zc:return Math.floor((s+5)/6)*Math.floor((t+4)/5)*16;case Jc:return Math.floor((s+5)/6)*Math.floor((t+5)/6)*16;case Kc:return Math.floor((s+7)/8)*Math.floor((t+4)/5)*16;case jc:return Math.floor((s+7)/8)*Math.floor((t+5)/6)*16;case Qc:return Math.floor((s+7)/8)*Math.floor((t+7)/8)*16;case th:return Math.floor((s+9)/10)*Math.floor((t+4)/5)*16;case eh:return Math.floor((s+9)/10)*Math.floor((t+5)/6)*16;case nh:return Math.floor((s+9)/10)*Math.floor((t+7)/8)*16;case ih:return Math.floor((s+9)/10)*Math.floor((t+9)/10)*16;case sh:return Math.floor((s+11)/12)*Math.floor((t+9)/10)*16;case rh:return Math.floor((s+11)/12)*Math.floor((t+11)/12)*16;case oh:case ah:case lh:return Math.ceil(s/4)*Math.ceil(t/4)*16;case ch:case hh:return Math.ceil(s/4)*Math.ceil(t/4)*8;case Ba:case uh:return Math.ceil(s/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function qx(s){switch(s){case ii:case gd:return{byteLength:1,components:1};case fo:case _d:case Ni:return{byteLength:2,components:1};case Ic:case Lc:return{byteLength:2,components:4};case bi:case Pc:case ei:return{byteLength:4,components:1};case xd:case yd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${s}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Zt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function sg(){let s=null,t=!1,e=null,n=null;function i(r,o){n=s.requestAnimationFrame(i),e(r,o)}return{start:function(){t!==!0&&e!==null&&s!==null&&(n=s.requestAnimationFrame(i),t=!0)},stop:function(){s!==null&&s.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){s=r}}}function Kx(s){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=s.createBuffer();s.bindBuffer(l,d),s.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=s.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=s.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=s.HALF_FLOAT:f=s.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=s.SHORT;else if(c instanceof Uint32Array)f=s.UNSIGNED_INT;else if(c instanceof Int32Array)f=s.INT;else if(c instanceof Int8Array)f=s.BYTE;else if(c instanceof Uint8Array)f=s.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=s.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(s.bindBuffer(c,a),u.length===0)s.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],y=u[f];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++d,u[d]=y)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let y=u[f];s.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function i(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(s.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:i,remove:r,update:o}}var jx=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Qx=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,ty=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,ey=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,ny=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,iy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,sy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,ry=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,oy=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,ay=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,ly=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,cy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,hy=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,uy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,dy=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,fy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,py=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,my=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,gy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,_y=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,xy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,vy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Sy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,My=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,by=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,wy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Ay=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Ty=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Ey="gl_FragColor = linearToOutputTexel( gl_FragColor );",Cy=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Ry=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Py=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Iy=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Ly=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Dy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ny=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Uy=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Fy=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Oy=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,By=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,zy=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,ky=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Vy=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Gy=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Hy=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Wy=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Xy=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,qy=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Yy=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,$y=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Zy=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Jy=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Ky=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,jy=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Qy=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,tv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,ev=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,nv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,iv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,sv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,rv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ov=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,av=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,lv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,cv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,hv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,uv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,dv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,fv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,pv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,mv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,gv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,_v=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,xv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,yv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,vv=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Sv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Mv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,bv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,wv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Av=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Tv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Ev=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Cv=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Rv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Pv=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Iv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Lv=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Dv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Nv=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Uv=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Fv=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Ov=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Bv=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,zv=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,kv=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Vv=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Gv=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Hv=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Wv=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Xv=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,qv=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Yv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,$v=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Zv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Jv=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Kv=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,jv=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Qv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,tS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,eS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,nS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,iS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,sS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,rS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,oS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,aS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,lS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,hS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,uS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,dS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,fS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,pS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,gS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,_S=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,xS=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,yS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,vS=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,SS=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,MS=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,bS=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,wS=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,AS=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,TS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,ES=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,CS=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,RS=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,PS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,de={alphahash_fragment:jx,alphahash_pars_fragment:Qx,alphamap_fragment:ty,alphamap_pars_fragment:ey,alphatest_fragment:ny,alphatest_pars_fragment:iy,aomap_fragment:sy,aomap_pars_fragment:ry,batching_pars_vertex:oy,batching_vertex:ay,begin_vertex:ly,beginnormal_vertex:cy,bsdfs:hy,iridescence_fragment:uy,bumpmap_pars_fragment:dy,clipping_planes_fragment:fy,clipping_planes_pars_fragment:py,clipping_planes_pars_vertex:my,clipping_planes_vertex:gy,color_fragment:_y,color_pars_fragment:xy,color_pars_vertex:yy,color_vertex:vy,common:Sy,defaultnormal_vertex:My,displacementmap_pars_vertex:by,displacementmap_vertex:wy,emissivemap_fragment:Ay,emissivemap_pars_fragment:Ty,colorspace_fragment:Ey,colorspace_pars_fragment:Cy,envmap_fragment:Ry,envmap_common_pars_fragment:Py,envmap_pars_fragment:Iy,envmap_pars_vertex:Ly,envmap_physical_pars_fragment:Hy,envmap_vertex:Dy,fog_vertex:Ny,fog_pars_vertex:Uy,fog_fragment:Fy,fog_pars_fragment:Oy,gradientmap_pars_fragment:By,lightmap_pars_fragment:zy,lights_lambert_fragment:ky,lights_lambert_pars_fragment:Vy,lights_pars_begin:Gy,lights_toon_fragment:Wy,lights_toon_pars_fragment:Xy,lights_phong_fragment:qy,lights_phong_pars_fragment:Yy,lights_physical_fragment:$y,lights_physical_pars_fragment:Zy,lights_fragment_begin:Jy,lights_fragment_maps:Ky,lights_fragment_end:jy,lightprobes_pars_fragment:Qy,logdepthbuf_fragment:tv,logdepthbuf_pars_fragment:ev,logdepthbuf_pars_vertex:nv,logdepthbuf_vertex:iv,map_fragment:sv,map_pars_fragment:rv,map_particle_fragment:ov,map_particle_pars_fragment:av,metalnessmap_fragment:lv,metalnessmap_pars_fragment:cv,morphinstance_vertex:hv,morphcolor_vertex:uv,morphnormal_vertex:dv,morphtarget_pars_vertex:fv,morphtarget_vertex:pv,normal_fragment_begin:mv,normal_fragment_maps:gv,normal_pars_fragment:_v,normal_pars_vertex:xv,normal_vertex:yv,normalmap_pars_fragment:vv,clearcoat_normal_fragment_begin:Sv,clearcoat_normal_fragment_maps:Mv,clearcoat_pars_fragment:bv,iridescence_pars_fragment:wv,opaque_fragment:Av,packing:Tv,premultiplied_alpha_fragment:Ev,project_vertex:Cv,dithering_fragment:Rv,dithering_pars_fragment:Pv,roughnessmap_fragment:Iv,roughnessmap_pars_fragment:Lv,shadowmap_pars_fragment:Dv,shadowmap_pars_vertex:Nv,shadowmap_vertex:Uv,shadowmask_pars_fragment:Fv,skinbase_vertex:Ov,skinning_pars_vertex:Bv,skinning_vertex:zv,skinnormal_vertex:kv,specularmap_fragment:Vv,specularmap_pars_fragment:Gv,tonemapping_fragment:Hv,tonemapping_pars_fragment:Wv,transmission_fragment:Xv,transmission_pars_fragment:qv,uv_pars_fragment:Yv,uv_pars_vertex:$v,uv_vertex:Zv,worldpos_vertex:Jv,background_vert:Kv,background_frag:jv,backgroundCube_vert:Qv,backgroundCube_frag:tS,cube_vert:eS,cube_frag:nS,depth_vert:iS,depth_frag:sS,distance_vert:rS,distance_frag:oS,equirect_vert:aS,equirect_frag:lS,linedashed_vert:cS,linedashed_frag:hS,meshbasic_vert:uS,meshbasic_frag:dS,meshlambert_vert:fS,meshlambert_frag:pS,meshmatcap_vert:mS,meshmatcap_frag:gS,meshnormal_vert:_S,meshnormal_frag:xS,meshphong_vert:yS,meshphong_frag:vS,meshphysical_vert:SS,meshphysical_frag:MS,meshtoon_vert:bS,meshtoon_frag:wS,points_vert:AS,points_frag:TS,shadow_vert:ES,shadow_frag:CS,sprite_vert:RS,sprite_frag:PS},Pt={common:{diffuse:{value:new Jt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ie}},envmap:{envMap:{value:null},envMapRotation:{value:new ie},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ie}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ie}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ie},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ie},normalScale:{value:new Ht(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ie},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ie}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ie}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ie}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Jt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Jt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0},uvTransform:{value:new ie}},sprite:{diffuse:{value:new Jt(16777215)},opacity:{value:1},center:{value:new Ht(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}}},jn={basic:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.fog]),vertexShader:de.meshbasic_vert,fragmentShader:de.meshbasic_frag},lambert:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new Jt(0)},envMapIntensity:{value:1}}]),vertexShader:de.meshlambert_vert,fragmentShader:de.meshlambert_frag},phong:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new Jt(0)},specular:{value:new Jt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:de.meshphong_vert,fragmentShader:de.meshphong_frag},standard:{uniforms:zn([Pt.common,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.roughnessmap,Pt.metalnessmap,Pt.fog,Pt.lights,{emissive:{value:new Jt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:de.meshphysical_vert,fragmentShader:de.meshphysical_frag},toon:{uniforms:zn([Pt.common,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.gradientmap,Pt.fog,Pt.lights,{emissive:{value:new Jt(0)}}]),vertexShader:de.meshtoon_vert,fragmentShader:de.meshtoon_frag},matcap:{uniforms:zn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,{matcap:{value:null}}]),vertexShader:de.meshmatcap_vert,fragmentShader:de.meshmatcap_frag},points:{uniforms:zn([Pt.points,Pt.fog]),vertexShader:de.points_vert,fragmentShader:de.points_frag},dashed:{uniforms:zn([Pt.common,Pt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:de.linedashed_vert,fragmentShader:de.linedashed_frag},depth:{uniforms:zn([Pt.common,Pt.displacementmap]),vertexShader:de.depth_vert,fragmentShader:de.depth_frag},normal:{uniforms:zn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,{opacity:{value:1}}]),vertexShader:de.meshnormal_vert,fragmentShader:de.meshnormal_frag},sprite:{uniforms:zn([Pt.sprite,Pt.fog]),vertexShader:de.sprite_vert,fragmentShader:de.sprite_frag},background:{uniforms:{uvTransform:{value:new ie},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:de.background_vert,fragmentShader:de.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ie}},vertexShader:de.backgroundCube_vert,fragmentShader:de.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:de.cube_vert,fragmentShader:de.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:de.equirect_vert,fragmentShader:de.equirect_frag},distance:{uniforms:zn([Pt.common,Pt.displacementmap,{referencePosition:{value:new P},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:de.distance_vert,fragmentShader:de.distance_frag},shadow:{uniforms:zn([Pt.lights,Pt.fog,{color:{value:new Jt(0)},opacity:{value:1}}]),vertexShader:de.shadow_vert,fragmentShader:de.shadow_frag}};jn.physical={uniforms:zn([jn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ie},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ie},clearcoatNormalScale:{value:new Ht(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ie},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ie},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ie},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ie},sheen:{value:0},sheenColor:{value:new Jt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ie},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ie},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ie},transmissionSamplerSize:{value:new Ht},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ie},attenuationDistance:{value:0},attenuationColor:{value:new Jt(0)},specularColor:{value:new Jt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ie},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ie},anisotropyVector:{value:new Ht},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ie}}]),vertexShader:de.meshphysical_vert,fragmentShader:de.meshphysical_frag};var fh={r:0,b:0,g:0},IS=new Ot,rg=new ie;rg.set(-1,0,0,0,1,0,0,0,1);function LS(s,t,e,n,i,r){let o=new Jt(0),a=i===!0?0:1,l,c,h=null,u=0,d=null;function f(S){let E=S.isScene===!0?S.background:null;if(E&&E.isTexture){let v=S.backgroundBlurriness>0;E=t.get(E,v)}return E}function p(S){let E=!1,v=f(S);v===null?g(o,a):v&&v.isColor&&(g(v,1),E=!0);let C=s.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(s.autoClear||E)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),s.clear(s.autoClearColor,s.autoClearDepth,s.autoClearStencil))}function y(S,E){let v=f(E);v&&v.isCubeTexture?(c===void 0&&(c=new Bn(new Di(1,1,1),new Mi({name:"BackgroundCubeMaterial",uniforms:dr(jn.backgroundCube.uniforms),vertexShader:jn.backgroundCube.vertexShader,fragmentShader:jn.backgroundCube.fragmentShader,side:Jn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(IS.makeRotationFromEuler(E.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(rg),c.material.toneMapped=_e.getTransfer(v.colorSpace)!==Te,(h!==v||u!==v.version||d!==s.toneMapping)&&(c.material.needsUpdate=!0,h=v,u=v.version,d=s.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new Bn(new _a(2,2),new Mi({name:"BackgroundMaterial",uniforms:dr(jn.background.uniforms),vertexShader:jn.background.vertexShader,fragmentShader:jn.background.fragmentShader,side:ji,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=_e.getTransfer(v.colorSpace)!==Te,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||u!==v.version||d!==s.toneMapping)&&(l.material.needsUpdate=!0,h=v,u=v.version,d=s.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function g(S,E){S.getRGB(fh,Ud(s)),e.buffers.color.setClear(fh.r,fh.g,fh.b,E,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(S,E=1){o.set(S),a=E,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(S){a=S,g(o,a)},render:p,addToRenderList:y,dispose:m}}function DS(s,t){let e=s.getParameter(s.MAX_VERTEX_ATTRIBS),n={},i=d(null),r=i,o=!1;function a(D,z,V,N,H){let q=!1,G=u(D,N,V,z);r!==G&&(r=G,c(r.object)),q=f(D,N,V,H),q&&p(D,N,V,H),H!==null&&t.update(H,s.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,v(D,z,V,N),H!==null&&s.bindBuffer(s.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return s.createVertexArray()}function c(D){return s.bindVertexArray(D)}function h(D){return s.deleteVertexArray(D)}function u(D,z,V,N){let H=N.wireframe===!0,q=n[z.id];q===void 0&&(q={},n[z.id]=q);let G=D.isInstancedMesh===!0?D.id:0,lt=q[G];lt===void 0&&(lt={},q[G]=lt);let $=lt[V.id];$===void 0&&($={},lt[V.id]=$);let K=$[H];return K===void 0&&(K=d(l()),$[H]=K),K}function d(D){let z=[],V=[],N=[];for(let H=0;H<e;H++)z[H]=0,V[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:V,attributeDivisors:N,object:D,attributes:{},index:null}}function f(D,z,V,N){let H=r.attributes,q=z.attributes,G=0,lt=V.getAttributes();for(let $ in lt)if(lt[$].location>=0){let tt=H[$],dt=q[$];if(dt===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(dt=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(dt=D.instanceColor)),tt===void 0||tt.attribute!==dt||dt&&tt.data!==dt.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function p(D,z,V,N){let H={},q=z.attributes,G=0,lt=V.getAttributes();for(let $ in lt)if(lt[$].location>=0){let tt=q[$];tt===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(tt=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(tt=D.instanceColor));let dt={};dt.attribute=tt,tt&&tt.data&&(dt.data=tt.data),H[$]=dt,G++}r.attributes=H,r.attributesNum=G,r.index=N}function y(){let D=r.newAttributes;for(let z=0,V=D.length;z<V;z++)D[z]=0}function g(D){m(D,0)}function m(D,z){let V=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;V[D]=1,N[D]===0&&(s.enableVertexAttribArray(D),N[D]=1),H[D]!==z&&(s.vertexAttribDivisor(D,z),H[D]=z)}function S(){let D=r.newAttributes,z=r.enabledAttributes;for(let V=0,N=z.length;V<N;V++)z[V]!==D[V]&&(s.disableVertexAttribArray(V),z[V]=0)}function E(D,z,V,N,H,q,G){G===!0?s.vertexAttribIPointer(D,z,V,H,q):s.vertexAttribPointer(D,z,V,N,H,q)}function v(D,z,V,N){y();let H=N.attributes,q=V.getAttributes(),G=z.defaultAttributeValues;for(let lt in q){let $=q[lt];if($.location>=0){let K=H[lt];if(K===void 0&&(lt==="instanceMatrix"&&D.instanceMatrix&&(K=D.instanceMatrix),lt==="instanceColor"&&D.instanceColor&&(K=D.instanceColor)),K!==void 0){let tt=K.normalized,dt=K.itemSize,ut=t.get(K);if(ut===void 0)continue;let Q=ut.buffer,mt=ut.type,xt=ut.bytesPerElement,Et=mt===s.INT||mt===s.UNSIGNED_INT||K.gpuType===Pc;if(K.isInterleavedBufferAttribute){let Mt=K.data,qt=Mt.isInterleavedBuffer===!0?Mt.stride:Mt.itemSize,oe=K.offset;if(Mt.isInstancedInterleavedBuffer||Mt.isInstancedBufferAttribute){for(let Wt=0;Wt<$.locationSize;Wt++)m($.location+Wt,Mt.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Mt.meshPerAttribute*Mt.count)}else for(let Wt=0;Wt<$.locationSize;Wt++)g($.location+Wt);s.bindBuffer(s.ARRAY_BUFFER,Q);for(let Wt=0;Wt<$.locationSize;Wt++)E($.location+Wt,dt/$.locationSize,mt,tt,qt*xt,(oe+dt/$.locationSize*Wt)*xt,Et)}else{if(K.isInstancedBufferAttribute){for(let Mt=0;Mt<$.locationSize;Mt++)m($.location+Mt,K.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=K.meshPerAttribute*K.count)}else for(let Mt=0;Mt<$.locationSize;Mt++)g($.location+Mt);s.bindBuffer(s.ARRAY_BUFFER,Q);for(let Mt=0;Mt<$.locationSize;Mt++)E($.location+Mt,dt/$.locationSize,mt,tt,dt*xt,dt/$.locationSize*Mt*xt,Et)}}else if(G!==void 0){let tt=G[lt];if(tt!==void 0)switch(tt.length){case 2:s.vertexAttrib2fv($.location,tt);break;case 3:s.vertexAttrib3fv($.location,tt);break;case 4:s.vertexAttrib4fv($.location,tt);break;default:s.vertexAttrib1fv($.location,tt)}}}}S()}function C(){F();for(let D in n){let z=n[D];for(let V in z){let N=z[V];for(let H in N){let q=N[H];for(let G in q)h(q[G].object),delete q[G];delete N[H]}}delete n[D]}}function T(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let V in z){let N=z[V];for(let H in N){let q=N[H];for(let G in q)h(q[G].object),delete q[G];delete N[H]}}delete n[D.id]}function _(D){for(let z in n){let V=n[z];for(let N in V){let H=V[N];if(H[D.id]===void 0)continue;let q=H[D.id];for(let G in q)h(q[G].object),delete q[G];delete H[D.id]}}}function w(D){for(let z in n){let V=n[z],N=D.isInstancedMesh===!0?D.id:0,H=V[N];if(H!==void 0){for(let q in H){let G=H[q];for(let lt in G)h(G[lt].object),delete G[lt];delete H[q]}delete V[N],Object.keys(V).length===0&&delete n[z]}}}function F(){I(),o=!0,r!==i&&(r=i,c(r.object))}function I(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:a,reset:F,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:w,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:g,disableUnusedAttributes:S}}function NS(s,t,e){let n;function i(l){n=l}function r(l,c){s.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(s.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=i,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function US(s,t,e,n){let i;function r(){if(i!==void 0)return i;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");i=s.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(_){return!(_!==ui&&n.convert(_)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let w=_===Ni&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==ii&&_!==ei&&!w&&n.convert(_)!==s.getParameter(s.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.HIGH_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&s.getShaderPrecisionFormat(s.VERTEX_SHADER,s.MEDIUM_FLOAT).precision>0&&s.getShaderPrecisionFormat(s.FRAGMENT_SHADER,s.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(Zt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&Zt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&Zt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=s.getParameter(s.MAX_TEXTURE_IMAGE_UNITS),p=s.getParameter(s.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=s.getParameter(s.MAX_TEXTURE_SIZE),g=s.getParameter(s.MAX_CUBE_MAP_TEXTURE_SIZE),m=s.getParameter(s.MAX_VERTEX_ATTRIBS),S=s.getParameter(s.MAX_VERTEX_UNIFORM_VECTORS),E=s.getParameter(s.MAX_VARYING_VECTORS),v=s.getParameter(s.MAX_FRAGMENT_UNIFORM_VECTORS),C=s.getParameter(s.MAX_SAMPLES),T=s.getParameter(s.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:S,maxVaryings:E,maxFragmentUniforms:v,maxSamples:C,samples:T}}function FS(s){let t=this,e=null,n=0,i=!1,r=!1,o=new hi,a=new ie,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||i;return i=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,y=u.clipIntersection,g=u.clipShadows,m=s.get(u);if(!i||p===null||p.length===0||r&&!g)r?h(null):c();else{let S=r?0:n,E=S*4,v=m.clippingState||null;l.value=v,v=h(p,d,E,f);for(let C=0;C!==E;++C)v[C]=e[C];m.clippingState=v,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let y=u!==null?u.length:0,g=null;if(y!==0){if(g=l.value,p!==!0||g===null){let m=f+y*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(g===null||g.length<m)&&(g=new Float32Array(m));for(let E=0,v=f;E!==y;++E,v+=4)o.copy(u[E]).applyMatrix4(S,a),o.normal.toArray(g,v),g[v+3]=o.constant}l.value=g,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,g}}var Ha=class extends di{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},i=[n,n,n,n,n,n];this.texture=new ha(i),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},i=new Di(5,5,5),r=new Mi({name:"CubemapFromEquirect",uniforms:dr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Jn,blending:lr});r.uniforms.tEquirect.value=e;let o=new Bn(i,r),a=e.minFilter;return e.minFilter===Ms&&(e.minFilter=$n),new lo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,i=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,i);t.setRenderTarget(r)}},Om=256,OS=3,BS=20,og=256,ag=16,zS=3,kS=new P,VS=new Jt,mh=class s{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new lo(1,10,null),this._boxMesh=new Bn(new Di(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,i=100,r={}){let{size:o=256,position:a=kS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(VS));let g=new lo(n,i,h);return g.position.copy(a),g.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=km(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=zm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Om,Id(t))}_fromTexture(t,e){t.mapping===hr||t.mapping===uo?this._setSize(t.image.length===0?Om:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Bm(t,!1,!1),n=Math.log2(t)-OS;for(let i=0;i<=n;i++)e.texture.mipmaps.push({width:t>>i,height:t>>i});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Bm(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let i=this._boxMesh,r=this._cubeCamera;i.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,i),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===hr||t.mapping===uo?(this._cubemapMaterial===null&&(this._cubemapMaterial=km()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=zm()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=GS(),this._integrationMaterial=HS());let e=this._cubeSize,n=t.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/ag);for(let o=0;o<=n;o++){let a=s.lodToRoughness(o,n);if(o>n-zS)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(og*Math.pow(a,4)))+.5:0;i.roughness.value=a,i.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=WS());let n=this._blurMaterial,i=n.uniforms,r=this._sourceTarget;i.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,i.envMap.value=r.texture,this._renderCube(t,0,n),i.envMap.value=t.texture,this._renderCube(r,0,n)}};function Bm(s,t,e){return new Ha(s,{minFilter:Ms,generateMipmaps:t,type:Ni,colorSpace:jo,depthBuffer:e})}function Wa(s,t,e){return new Mi({name:s,uniforms:t,vertexShader:de.cube_vert,fragmentShader:e,side:Jn,blending:lr,depthTest:!1,depthWrite:!1})}function GS(){return Wa("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${og}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function HS(){return Wa("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:ag}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function WS(){return Wa("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${BS}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function zm(){return Wa("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function km(){return Wa("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function XS(s){let t=new WeakMap,e=new WeakMap,n=null;function i(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Ec||f===Cc)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let y=new Ha(p.height);return y.fromEquirectangularTexture(s,d),t.set(d,y),d.addEventListener("dispose",c),a(y.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Ec||f===Cc,y=f===hr||f===uo;if(p||y){let g=e.get(d),m=g!==void 0?g.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==m)return n===null&&(n=new mh(s)),g=p?n.fromEquirectangular(d,g):n.fromCubemap(d,g),g.texture.pmremVersion=d.pmremVersion,e.set(d,g),g.texture;if(g!==void 0)return g.texture;{let S=d.image;return p&&S&&S.height>0||y&&S&&l(S)?(n===null&&(n=new mh(s)),g=p?n.fromEquirectangular(d):n.fromCubemap(d),g.texture.pmremVersion=d.pmremVersion,e.set(d,g),d.addEventListener("dispose",h),g.texture):null}}}return d}function a(d,f){return f===Ec?d.mapping=hr:f===Cc&&(d.mapping=uo),d}function l(d){let f=0,p=6;for(let y=0;y<p;y++)d[y]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:i,dispose:u}}function qS(s){let t={};function e(n){if(t[n]!==void 0)return t[n];let i=s.getExtension(n);return t[n]=i,i}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let i=e(n);return i===null&&qo("WebGLRenderer: "+n+" extension not supported."),i}}}function YS(s,t,e,n){let i={},r=new WeakMap,o=new FinalizationRegistry(p=>delete i[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let g in p.attributes)t.remove(p.attributes[g]);p.removeEventListener("dispose",a),delete i[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return i[y.id]!==void 0||(y.addEventListener("dispose",a),i[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let g in y)t.update(y[g],s.ARRAY_BUFFER)}function u(p){let y=p.index,g=p.attributes.position,m=0;if(g===void 0)return;let S=y!==null?y.array.length:g.array.length/3-1,E=g.count>=65535?sa:ia,v=new E(Math.ceil(S/3)*6,1),C=v.array;if(y!==null){let _=y.array;m=y.version;for(let w=0,F=0;w<S;w+=3){let I=_[w+0],D=_[w+1],z=_[w+2];C[F++]=I,C[F++]=D,C[F++]=D,C[F++]=z,C[F++]=z,C[F++]=I}}else{m=g.version;for(let _=0,w=0;_<S;_+=3){let F=_+0,I=_+1,D=_+2;C[w++]=F,C[w++]=I,C[w++]=I,C[w++]=D,C[w++]=D,C[w++]=F}}v.version=m;let T=r.get(p);T&&t.remove(T),r.set(p,v)}function d(p){let y=r.get(p);if(y){let g=p.index;g!==null&&y.version<g.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in i){let y=i[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function $S(s,t,e){let n;function i(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){s.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(s.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let y=0;for(let g=0;g<f;g++)y+=d[g];e.update(y,n,1)}this.setMode=i,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function ZS(s){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case s.TRIANGLES:e.triangles+=a*(r/3);break;case s.LINES:e.lines+=a*(r/2);break;case s.LINE_STRIP:e.lines+=a*(r-1);break;case s.LINE_LOOP:e.lines+=a*r;break;case s.POINTS:e.points+=a*r;break;default:ee("WebGLInfo: Unknown draw mode:",o);break}}function i(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:i,update:n}}function JS(s,t,e){let n=new WeakMap,i=new Ee;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],E=0;f===!0&&(E=1),p===!0&&(E=2),y===!0&&(E=3);let v=a.attributes.position.count*E,C=1;v>t.maxTextureSize&&(C=Math.ceil(v/t.maxTextureSize),v=t.maxTextureSize);let T=new Float32Array(v*C*4*u),_=new na(T,v,C,u);_.type=ei,_.needsUpdate=!0;let w=E*4;for(let I=0;I<u;I++){let D=g[I],z=m[I],V=S[I],N=v*C*4*I;for(let H=0;H<D.count;H++){let q=H*w;f===!0&&(i.fromBufferAttribute(D,H),T[N+q+0]=i.x,T[N+q+1]=i.y,T[N+q+2]=i.z,T[N+q+3]=0),p===!0&&(i.fromBufferAttribute(z,H),T[N+q+4]=i.x,T[N+q+5]=i.y,T[N+q+6]=i.z,T[N+q+7]=0),y===!0&&(i.fromBufferAttribute(V,H),T[N+q+8]=i.x,T[N+q+9]=i.y,T[N+q+10]=i.z,T[N+q+11]=V.itemSize===4?i.w:1)}}d={count:u,texture:_,size:new Ht(v,C)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(s,"morphTexture",o.morphTexture,e);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(s,"morphTargetBaseInfluence",p),l.getUniforms().setValue(s,"morphTargetInfluences",c)}l.getUniforms().setValue(s,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(s,"morphTargetsTextureSize",d.size)}return{update:r}}function KS(s,t,e,n,i){let r=new WeakMap;function o(c){let h=i.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,s.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,s.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var jS={[ld]:"LINEAR_TONE_MAPPING",[cd]:"REINHARD_TONE_MAPPING",[hd]:"CINEON_TONE_MAPPING",[ud]:"ACES_FILMIC_TONE_MAPPING",[fd]:"AGX_TONE_MAPPING",[pd]:"NEUTRAL_TONE_MAPPING",[dd]:"CUSTOM_TONE_MAPPING"};function QS(s,t,e,n,i,r){let o=new di(t,e,{type:s,depthBuffer:i,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ye;h.setAttribute("position",new Se([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Se([0,2,0,0,2,0],2));let u=new uc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Bn(h,u),f=new or(-1,1,1,-1,0,1),p=null,y=null,g=!1,m,S=null,E=[],v=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let _=0;_<E.length;_++){let w=E[_];w.setSize&&w.setSize(C,T)}},this.setEffects=function(C){E=C,v=E.length>0&&E[0].isRenderPass===!0;let T=o.width,_=o.height;E.length>0&&a===null&&(a=new di(T,_,{type:Ni,depthBuffer:!1,stencilBuffer:!1}),l=new di(T,_,{type:Ni,depthBuffer:!1,stencilBuffer:!1}));let w=i===!0&&E.some(F=>F.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new vs(T,_),r===!0&&(c.format=bs,c.type=ur)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let F=0;F<E.length;F++){let I=E[F];I.setSize&&I.setSize(T,_),w&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(C,T){if(g||C.toneMapping===Qi&&E.length===0)return!1;if(S=T,T!==null){let _=T.width,w=T.height;(o.width!==_||o.height!==w)&&this.setSize(_,w)}return v===!1&&C.setRenderTarget(o),m=C.toneMapping,C.toneMapping=Qi,!0},this.hasRenderPass=function(){return v},this.end=function(C,T){C.toneMapping=m,g=!0;let _=o,w=a;for(let F=0;F<E.length;F++){let I=E[F];I.enabled!==!1&&(I.render(C,w,_,T),I.needsSwap!==!1&&(_=w,w=w===a?l:a))}if(p!==C.outputColorSpace||y!==C.toneMapping){p=C.outputColorSpace,y=C.toneMapping,u.defines={},_e.getTransfer(p)===Te&&(u.defines.SRGB_TRANSFER="");let F=jS[y];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,C.setRenderTarget(S),C.render(d,f),S=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var lg=new Zn,cg=new vs(1,1),hg=new da(1),ug=new na,dg=new Ql,fg=new ha,Vm=[],Gm=[],Hm=new Float32Array(16),Wm=new Float32Array(9),Xm=new Float32Array(4);function mo(s,t,e){let n=s[0];if(n<=0||n>0)return s;let i=t*e,r=Vm[i];if(r===void 0&&(r=new Float32Array(i),Vm[i]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,s[o].toArray(r,a)}return r}function gn(s,t){if(s.length!==t.length)return!1;for(let e=0,n=s.length;e<n;e++)if(s[e]!==t[e])return!1;return!0}function _n(s,t){for(let e=0,n=t.length;e<n;e++)s[e]=t[e]}function _h(s,t){let e=Gm[t];e===void 0&&(e=new Int32Array(t),Gm[t]=e);for(let n=0;n!==t;++n)e[n]=s.allocateTextureUnit();return e}function tM(s,t){let e=this.cache;e[0]!==t&&(s.uniform1f(this.addr,t),e[0]=t)}function eM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;s.uniform2fv(this.addr,t),_n(e,t)}}function nM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(s.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(gn(e,t))return;s.uniform3fv(this.addr,t),_n(e,t)}}function iM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;s.uniform4fv(this.addr,t),_n(e,t)}}function sM(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;s.uniformMatrix2fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;Xm.set(n),s.uniformMatrix2fv(this.addr,!1,Xm),_n(e,n)}}function rM(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;s.uniformMatrix3fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;Wm.set(n),s.uniformMatrix3fv(this.addr,!1,Wm),_n(e,n)}}function oM(s,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;s.uniformMatrix4fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;Hm.set(n),s.uniformMatrix4fv(this.addr,!1,Hm),_n(e,n)}}function aM(s,t){let e=this.cache;e[0]!==t&&(s.uniform1i(this.addr,t),e[0]=t)}function lM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;s.uniform2iv(this.addr,t),_n(e,t)}}function cM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;s.uniform3iv(this.addr,t),_n(e,t)}}function hM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;s.uniform4iv(this.addr,t),_n(e,t)}}function uM(s,t){let e=this.cache;e[0]!==t&&(s.uniform1ui(this.addr,t),e[0]=t)}function dM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(s.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;s.uniform2uiv(this.addr,t),_n(e,t)}}function fM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(s.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;s.uniform3uiv(this.addr,t),_n(e,t)}}function pM(s,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(s.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;s.uniform4uiv(this.addr,t),_n(e,t)}}function xh(s){return s.version===0&&(s.compareFunction=Td,s.needsUpdate=!0),s}function mM(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_2D_SHADOW?r=xh(cg):r=lg,e.setTexture2D(t||r,i)}function gM(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture3D(t||dg,i)}function _M(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i);let r;this.type===s.SAMPLER_CUBE_SHADOW?r=xh(hg):r=fg,e.setTextureCube(t||r,i)}function xM(s,t,e){let n=this.cache,i=e.allocateTextureUnit();n[0]!==i&&(s.uniform1i(this.addr,i),n[0]=i),e.setTexture2DArray(t||ug,i)}function yM(s){switch(s){case 5126:return tM;case 35664:return eM;case 35665:return nM;case 35666:return iM;case 35674:return sM;case 35675:return rM;case 35676:return oM;case 5124:case 35670:return aM;case 35667:case 35671:return lM;case 35668:case 35672:return cM;case 35669:case 35673:return hM;case 5125:return uM;case 36294:return dM;case 36295:return fM;case 36296:return pM;case 35678:case 36198:case 36298:case 36306:case 35682:return mM;case 35679:case 36299:case 36307:return gM;case 35680:case 36300:case 36308:case 36293:return _M;case 36289:case 36303:case 36311:case 36292:return xM}}function vM(s,t){s.uniform1fv(this.addr,t)}function SM(s,t){let e=mo(t,this.size,2);s.uniform2fv(this.addr,e)}function MM(s,t){let e=mo(t,this.size,3);s.uniform3fv(this.addr,e)}function bM(s,t){let e=mo(t,this.size,4);s.uniform4fv(this.addr,e)}function wM(s,t){let e=mo(t,this.size,4);s.uniformMatrix2fv(this.addr,!1,e)}function AM(s,t){let e=mo(t,this.size,9);s.uniformMatrix3fv(this.addr,!1,e)}function TM(s,t){let e=mo(t,this.size,16);s.uniformMatrix4fv(this.addr,!1,e)}function EM(s,t){s.uniform1iv(this.addr,t)}function CM(s,t){s.uniform2iv(this.addr,t)}function RM(s,t){s.uniform3iv(this.addr,t)}function PM(s,t){s.uniform4iv(this.addr,t)}function IM(s,t){s.uniform1uiv(this.addr,t)}function LM(s,t){s.uniform2uiv(this.addr,t)}function DM(s,t){s.uniform3uiv(this.addr,t)}function NM(s,t){s.uniform4uiv(this.addr,t)}function UM(s,t,e){let n=this.cache,i=t.length,r=_h(e,i);gn(n,r)||(s.uniform1iv(this.addr,r),_n(n,r));let o;this.type===s.SAMPLER_2D_SHADOW?o=xh(cg):o=lg;for(let a=0;a!==i;++a)e.setTexture2D(t[a]||o,r[a])}function FM(s,t,e){let n=this.cache,i=t.length,r=_h(e,i);gn(n,r)||(s.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==i;++o)e.setTexture3D(t[o]||dg,r[o])}function OM(s,t,e){let n=this.cache,i=t.length,r=_h(e,i);gn(n,r)||(s.uniform1iv(this.addr,r),_n(n,r));let o;this.type===s.SAMPLER_CUBE_SHADOW?o=xh(hg):o=fg;for(let a=0;a!==i;++a)e.setTextureCube(t[a]||o,r[a])}function BM(s,t,e){let n=this.cache,i=t.length,r=_h(e,i);gn(n,r)||(s.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==i;++o)e.setTexture2DArray(t[o]||ug,r[o])}function zM(s){switch(s){case 5126:return vM;case 35664:return SM;case 35665:return MM;case 35666:return bM;case 35674:return wM;case 35675:return AM;case 35676:return TM;case 5124:case 35670:return EM;case 35667:case 35671:return CM;case 35668:case 35672:return RM;case 35669:case 35673:return PM;case 5125:return IM;case 36294:return LM;case 36295:return DM;case 36296:return NM;case 35678:case 36198:case 36298:case 36306:case 35682:return UM;case 35679:case 36299:case 36307:return FM;case 35680:case 36300:case 36308:case 36293:return OM;case 36289:case 36303:case 36311:case 36292:return BM}}var Vd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=yM(e.type)}},Gd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=zM(e.type)}},Hd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let i=this.seq;for(let r=0,o=i.length;r!==o;++r){let a=i[r];a.setValue(t,e[a.id],n)}}},zd=/(\w+)(\])?(\[|\.)?/g;function qm(s,t){s.seq.push(t),s.map[t.id]=t}function kM(s,t,e){let n=s.name,i=n.length;for(zd.lastIndex=0;;){let r=zd.exec(n),o=zd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===i){qm(e,c===void 0?new Vd(a,s,t):new Gd(a,s,t));break}else{let u=e.map[a];u===void 0&&(u=new Hd(a),qm(e,u)),e=u}}}var po=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);kM(a,l,this)}let i=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?i.push(o):r.push(o);i.length>0&&(this.seq=i.concat(r))}setValue(t,e,n,i){let r=this.map[e];r!==void 0&&r.setValue(t,n,i)}setOptional(t,e,n){let i=e[n];i!==void 0&&this.setValue(t,n,i)}static upload(t,e,n,i){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,i)}}static seqWithValue(t,e){let n=[];for(let i=0,r=t.length;i!==r;++i){let o=t[i];o.id in e&&n.push(o)}return n}};function Ym(s,t,e){let n=s.createShader(t);return s.shaderSource(n,e),s.compileShader(n),n}var VM=37297,GM=0;function HM(s,t){let e=s.split(`
`),n=[],i=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=i;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var $m=new ie;function WM(s){_e._getMatrix($m,_e.workingColorSpace,s);let t=`mat3( ${$m.elements.map(e=>e.toFixed(4))} )`;switch(_e.getTransfer(s)){case Qo:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return Zt("WebGLProgram: Unsupported color space: ",s),[t,"LinearTransferOETF"]}}function Zm(s,t,e){let n=s.getShaderParameter(t,s.COMPILE_STATUS),r=(s.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+HM(s.getShaderSource(t),a)}else return r}function XM(s,t){let e=WM(t);return[`vec4 ${s}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var qM={[ld]:"Linear",[cd]:"Reinhard",[hd]:"Cineon",[ud]:"ACESFilmic",[fd]:"AgX",[pd]:"Neutral",[dd]:"Custom"};function YM(s,t){let e=qM[t];return e===void 0?(Zt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+s+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+s+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var ph=new P;function $M(){_e.getLuminanceCoefficients(ph);let s=ph.x.toFixed(4),t=ph.y.toFixed(4),e=ph.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${s}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function ZM(s){return[s.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",s.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ga).join(`
`)}function JM(s){let t=[];for(let e in s){let n=s[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function KM(s,t){let e={},n=s.getProgramParameter(t,s.ACTIVE_ATTRIBUTES);for(let i=0;i<n;i++){let r=s.getActiveAttrib(t,i),o=r.name,a=1;r.type===s.FLOAT_MAT2&&(a=2),r.type===s.FLOAT_MAT3&&(a=3),r.type===s.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:s.getAttribLocation(t,o),locationSize:a}}return e}function Ga(s){return s!==""}function Jm(s,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return s.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Km(s,t){return s.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var jM=/^[ \t]*#include +<([\w\d./]+)>/gm;function Wd(s){return s.replace(jM,QM)}function QM(s,t){let e=de[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Wd(e)}var tb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function jm(s){return s.replace(tb,eb)}function eb(s,t,e,n){let i="";for(let r=parseInt(t);r<parseInt(e);r++)i+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return i}function Qm(s){let t=`precision ${s.precision} float;
	precision ${s.precision} int;
	precision ${s.precision} sampler2D;
	precision ${s.precision} samplerCube;
	precision ${s.precision} sampler3D;
	precision ${s.precision} sampler2DArray;
	precision ${s.precision} sampler2DShadow;
	precision ${s.precision} samplerCubeShadow;
	precision ${s.precision} sampler2DArrayShadow;
	precision ${s.precision} isampler2D;
	precision ${s.precision} isampler3D;
	precision ${s.precision} isamplerCube;
	precision ${s.precision} isampler2DArray;
	precision ${s.precision} usampler2D;
	precision ${s.precision} usampler3D;
	precision ${s.precision} usamplerCube;
	precision ${s.precision} usampler2DArray;
	`;return s.precision==="highp"?t+=`
#define HIGH_PRECISION`:s.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:s.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var nb={[Pa]:"SHADOWMAP_TYPE_PCF",[co]:"SHADOWMAP_TYPE_VSM"};function ib(s){return nb[s.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var sb={[uo]:"ENVMAP_MODE_REFRACTION"};function rb(s){return s.envMap===!1?"ENVMAP_MODE_REFLECTION":sb[s.envMapMode]||"ENVMAP_MODE_REFLECTION"}var ob={[Tc]:"ENVMAP_BLENDING_MULTIPLY",[ym]:"ENVMAP_BLENDING_MIX",[vm]:"ENVMAP_BLENDING_ADD"};function ab(s){return s.envMap===!1?"ENVMAP_BLENDING_NONE":ob[s.combine]||"ENVMAP_BLENDING_NONE"}function lb(s,t,e,n){let i=s.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=ib(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=rb(e),u=ab(e),d=ZM(e),f=JM(r),p=i.createProgram(),y,g,m=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Ga).join(`
`),y.length>0&&(y+=`
`),g=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Ga).join(`
`),g.length>0&&(g+=`
`)):(y=[Qm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ga).join(`
`),g=[Qm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Qi?"#define TONE_MAPPING":"",e.toneMapping!==Qi?de.tonemapping_pars_fragment:"",e.toneMapping!==Qi?YM("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",de.colorspace_pars_fragment,XM("linearToOutputTexel",e.outputColorSpace),$M(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Ga).join(`
`)),o=Wd(o),o=Jm(o,e),o=Km(o,e),a=Wd(a),a=Jm(a,e),a=Km(a,e),o=jm(o),a=jm(a),e.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,y=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,g=["#define varying in",e.glslVersion===Rd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Rd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let S=m+y+o,E=m+g+a,v=Ym(i,i.VERTEX_SHADER,S),C=Ym(i,i.FRAGMENT_SHADER,E);i.attachShader(p,v),i.attachShader(p,C),e.index0AttributeName!==void 0?i.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&i.bindAttribLocation(p,0,"position"),i.linkProgram(p);function T(I){if(s.debug.checkShaderErrors){let D=i.getProgramInfoLog(p)||"",z=i.getShaderInfoLog(v)||"",V=i.getShaderInfoLog(C)||"",N=D.trim(),H=z.trim(),q=V.trim(),G=!0,lt=!0;if(i.getProgramParameter(p,i.LINK_STATUS)===!1)if(G=!1,typeof s.debug.onShaderError=="function")s.debug.onShaderError(i,p,v,C);else{let $=Zm(i,v,"vertex"),K=Zm(i,C,"fragment");ee("WebGLProgram: Shader Error "+i.getError()+" - VALIDATE_STATUS "+i.getProgramParameter(p,i.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+$+`
`+K)}else N!==""?Zt("WebGLProgram: Program Info Log:",N):(H===""||q==="")&&(lt=!1);lt&&(I.diagnostics={runnable:G,programLog:N,vertexShader:{log:H,prefix:y},fragmentShader:{log:q,prefix:g}})}i.deleteShader(v),i.deleteShader(C),_=new po(i,p),w=KM(i,p)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let w;this.getAttributes=function(){return w===void 0&&T(this),w};let F=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=i.getProgramParameter(p,VM)),F},this.destroy=function(){n.releaseStatesOfProgram(this),i.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=GM++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=v,this.fragmentShader=C,this}var cb=0,Xd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let i=this._getShaderCacheForMaterial(t);return i.has(e)===!1&&(i.add(e),e.usedTimes++),i.has(n)===!1&&(i.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new qd(t),e.set(t,n)),n}},qd=class{constructor(t){this.id=cb++,this.code=t,this.usedTimes=0}};function hb(s){return s===Xs||s===Oa||s===Ba}function ub(s,t,e,n,i,r){let o=new no,a=new Xd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,w,F,I,D,z){let V=I.fog,N=D.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?I.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,G=t.get(_.envMap||H,q),lt=d[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&Zt("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let K=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,tt=K!==void 0?K.length:0,dt=0;N.morphAttributes.position!==void 0&&(dt=1),N.morphAttributes.normal!==void 0&&(dt=2),N.morphAttributes.color!==void 0&&(dt=3);let ut,Q,mt,xt;if(lt){let Ct=jn[lt];ut=Ct.vertexShader,Q=Ct.fragmentShader}else{ut=_.vertexShader,Q=_.fragmentShader;let Ct=a.getVertexShaderStage(_),ce=a.getFragmentShaderStage(_);a.update(_,Ct,ce),mt=Ct.id,xt=ce.id}let Et=s.getRenderTarget(),Mt=s.state.buffers.depth.getReversed(),qt=D.isInstancedMesh===!0,oe=D.isBatchedMesh===!0,Wt=!!_.map,fe=!!_.matcap,he=!!G,se=he&&G.isPMREMTexture===!0,Xe=!!_.aoMap,Oe=!!_.lightMap,rn=!!_.bumpMap&&_.wireframe===!1,Le=!!_.normalMap,Sn=!!_.displacementMap,ve=!!_.emissiveMap,fn=!!_.metalnessMap,Je=!!_.roughnessMap,on=_.anisotropy>0,B=_.clearcoat>0,Rt=_.diffuseRoughness>0,Kt=_.dispersion>0,ae=_.retroreflectivity>0,bt=_.iridescence>0,Ne=_.sheen>0,Vt=_.transmission>0,$t=on&&!!_.anisotropyMap,R=B&&!!_.clearcoatMap,M=B&&!!_.clearcoatNormalMap,X=B&&!!_.clearcoatRoughnessMap,ht=Rt&&!!_.diffuseRoughnessMap,rt=bt&&!!_.iridescenceMap,_t=bt&&!!_.iridescenceThicknessMap,yt=Ne&&!!_.sheenColorMap,et=Ne&&!!_.sheenRoughnessMap,it=!!_.specularMap,pt=!!_.specularColorMap,O=!!_.specularIntensityMap,st=Vt&&!!_.transmissionMap,nt=Vt&&!!_.thicknessMap,wt=!!_.gradientMap,gt=!!_.alphaMap,St=_.alphaTest>0,Xt=!!_.alphaHash,Qt=!!_.extensions,ct=Qi;_.toneMapped&&(Et===null||Et.isXRRenderTarget===!0)&&(ct=s.toneMapping);let Bt=se?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,te={shaderID:lt,shaderType:_.type,shaderName:_.name,vertexShader:ut,fragmentShader:Q,defines:_.defines,customVertexShaderID:mt,customFragmentShaderID:xt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:oe,batchingColor:oe&&D._colorsTexture!==null,instancing:qt,instancingColor:qt&&D.instanceColor!==null,instancingMorph:qt&&D.morphTexture!==null,outputColorSpace:Et===null?s.outputColorSpace:Et.isXRRenderTarget===!0?Et.texture.colorSpace:_e.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Wt,matcap:fe,envMap:he,envMapMode:he&&G.mapping,envMapPMREM:se,envMapMaxLod:se?Bt.length-1:null,envMapSize:se?Bt[0].width:null,aoMap:Xe,lightMap:Oe,bumpMap:rn,normalMap:Le,displacementMap:Sn,emissiveMap:ve,normalMapObjectSpace:Le&&_.normalMapType===bm,normalMapTangentSpace:Le&&_.normalMapType===za,packedNormalMap:Le&&_.normalMapType===za&&hb(_.normalMap.format),metalnessMap:fn,roughnessMap:Je,anisotropy:on,anisotropyMap:$t,clearcoat:B,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Rt,diffuseRoughnessMap:ht,dispersion:Kt,retroreflection:ae,iridescence:bt,iridescenceMap:rt,iridescenceThicknessMap:_t,sheen:Ne,sheenColorMap:yt,sheenRoughnessMap:et,specularMap:it,specularColorMap:pt,specularIntensityMap:O,transmission:Vt,transmissionMap:st,thicknessMap:nt,gradientMap:wt,opaque:_.transparent===!1&&_.blending===ho&&_.alphaToCoverage===!1,alphaMap:gt,alphaTest:St,alphaHash:Xt,combine:_.combine,mapUv:Wt&&f(_.map.channel),aoMapUv:Xe&&f(_.aoMap.channel),lightMapUv:Oe&&f(_.lightMap.channel),bumpMapUv:rn&&f(_.bumpMap.channel),normalMapUv:Le&&f(_.normalMap.channel),displacementMapUv:Sn&&f(_.displacementMap.channel),emissiveMapUv:ve&&f(_.emissiveMap.channel),metalnessMapUv:fn&&f(_.metalnessMap.channel),roughnessMapUv:Je&&f(_.roughnessMap.channel),anisotropyMapUv:$t&&f(_.anisotropyMap.channel),clearcoatMapUv:R&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ht&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:rt&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:_t&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:yt&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:et&&f(_.sheenRoughnessMap.channel),specularMapUv:it&&f(_.specularMap.channel),specularColorMapUv:pt&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:st&&f(_.transmissionMap.channel),thicknessMapUv:nt&&f(_.thicknessMap.channel),alphaMapUv:gt&&f(_.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Le||on),vertexNormals:!!N.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!N.attributes.uv&&(Wt||gt),fog:!!V,useFog:_.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||N.attributes.normal===void 0&&Le===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Mt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:tt,morphTextureStride:dt,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:z.filter(Ct=>Ct.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:s.shadowMap.enabled&&F.length>0,shadowMapType:s.shadowMap.type,toneMapping:ct,decodeVideoTexture:Wt&&_.map.isVideoTexture===!0&&_e.getTransfer(_.map.colorSpace)===Te,decodeVideoTextureEmissive:ve&&_.emissiveMap.isVideoTexture===!0&&_e.getTransfer(_.emissiveMap.colorSpace)===Te,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Kn,flipSided:_.side===Jn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:Qt&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Qt&&_.extensions.multiDraw===!0||oe)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return te.vertexUv1s=l.has(1),te.vertexUv2s=l.has(2),te.vertexUv3s=l.has(3),l.clear(),te}function y(_){let w=[];if(_.shaderID?w.push(_.shaderID):(w.push(_.customVertexShaderID),w.push(_.customFragmentShaderID)),_.defines!==void 0)for(let F in _.defines)w.push(F),w.push(_.defines[F]);return _.isRawShaderMaterial===!1&&(g(w,_),m(w,_),w.push(s.outputColorSpace)),w.push(_.customProgramCacheKey),w.join()}function g(_,w){_.push(w.precision),_.push(w.outputColorSpace),_.push(w.envMapMode),_.push(w.envMapPMREM),_.push(w.envMapMaxLod),_.push(w.envMapSize),_.push(w.mapUv),_.push(w.alphaMapUv),_.push(w.lightMapUv),_.push(w.aoMapUv),_.push(w.bumpMapUv),_.push(w.normalMapUv),_.push(w.displacementMapUv),_.push(w.emissiveMapUv),_.push(w.metalnessMapUv),_.push(w.roughnessMapUv),_.push(w.anisotropyMapUv),_.push(w.clearcoatMapUv),_.push(w.clearcoatNormalMapUv),_.push(w.clearcoatRoughnessMapUv),_.push(w.diffuseRoughnessMapUv),_.push(w.iridescenceMapUv),_.push(w.iridescenceThicknessMapUv),_.push(w.sheenColorMapUv),_.push(w.sheenRoughnessMapUv),_.push(w.specularMapUv),_.push(w.specularColorMapUv),_.push(w.specularIntensityMapUv),_.push(w.transmissionMapUv),_.push(w.thicknessMapUv),_.push(w.combine),_.push(w.fogExp2),_.push(w.sizeAttenuation),_.push(w.morphTargetsCount),_.push(w.numSunLights),_.push(w.numDirLights),_.push(w.numPointLights),_.push(w.numSpotLights),_.push(w.numSpotLightMaps),_.push(w.numHemiLights),_.push(w.numRectAreaLights),_.push(w.numSunLightShadows),_.push(w.numDirLightShadows),_.push(w.numPointLightShadows),_.push(w.numSpotLightShadows),_.push(w.numSpotLightShadowsWithMaps),_.push(w.numLightProbes),_.push(w.numLightProbeGrids),_.push(w.shadowMapType),_.push(w.toneMapping),_.push(w.numClippingPlanes),_.push(w.numClipIntersection),_.push(w.depthPacking)}function m(_,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function S(_){let w=d[_.type],F;if(w){let I=jn[w];F=ka.clone(I.uniforms)}else F=_.uniforms;return F}function E(_,w){let F=h.get(w);return F!==void 0?++F.usedTimes:(F=new lb(s,w,_,i),c.push(F),h.set(w,F)),F}function v(_){if(--_.usedTimes===0){let w=c.indexOf(_);c[w]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function C(_){a.remove(_)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:S,acquireProgram:E,releaseProgram:v,releaseShaderCache:C,programs:c,dispose:T}}function db(){let s=new WeakMap;function t(o){return s.has(o)}function e(o){let a=s.get(o);return a===void 0&&(a={},s.set(o,a)),a}function n(o){s.delete(o)}function i(o,a,l){s.get(o)[a]=l}function r(){s=new WeakMap}return{has:t,get:e,remove:n,update:i,dispose:r}}function fb(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.material.id!==t.material.id?s.material.id-t.material.id:s.materialVariant!==t.materialVariant?s.materialVariant-t.materialVariant:s.z!==t.z?s.z-t.z:s.id-t.id}function tg(s,t){return s.groupOrder!==t.groupOrder?s.groupOrder-t.groupOrder:s.renderOrder!==t.renderOrder?s.renderOrder-t.renderOrder:s.z!==t.z?t.z-s.z:s.id-t.id}function eg(){let s=[],t=0,e=[],n=[],i=[];function r(){t=0,e.length=0,n.length=0,i.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,y,g,m){let S=s[t];return S===void 0?(S={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:y,renderOrder:d.renderOrder,z:g,group:m},s[t]=S):(S.id=d.id,S.object=d,S.geometry=f,S.material=p,S.materialVariant=o(d),S.groupOrder=y,S.renderOrder=d.renderOrder,S.z=g,S.group=m),t++,S}function l(d,f,p,y,g,m,S){S.reversedDepth===!0&&(g=-g);let E=a(d,f,p,y,g,m);p.transmission>0?n.push(E):p.transparent===!0?i.push(E):e.push(E)}function c(d,f,p,y,g,m){let S=a(d,f,p,y,g,m);p.transmission>0?n.unshift(S):p.transparent===!0?i.unshift(S):e.unshift(S)}function h(d,f){e.length>1&&e.sort(d||fb),n.length>1&&n.sort(f||tg),i.length>1&&i.sort(f||tg)}function u(){for(let d=t,f=s.length;d<f;d++){let p=s[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:i,init:r,push:l,unshift:c,finish:u,sort:h}}function pb(){let s=new WeakMap;function t(n,i){let r=s.get(n),o;return r===void 0?(o=new eg,s.set(n,[o])):i>=r.length?(o=new eg,r.push(o)):o=r[i],o}function e(){s=new WeakMap}return{get:t,dispose:e}}function mb(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new P,color:new Jt};break;case"SpotLight":e={position:new P,direction:new P,color:new Jt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new P,color:new Jt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new P,skyColor:new Jt,groundColor:new Jt};break;case"RectAreaLight":e={color:new Jt,position:new P,halfWidth:new P,halfHeight:new P};break}return s[t.id]=e,e}}}function gb(){let s={};return{get:function(t){if(s[t.id]!==void 0)return s[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht,shadowCameraNear:1,shadowCameraFar:1e3};break}return s[t.id]=e,e}}}var _b=0;function xb(s,t){return(t.castShadow?2:0)-(s.castShadow?2:0)+(t.map?1:0)-(s.map?1:0)}function yb(s){let t=new mb,e=gb(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new P);let i=new P,r=new Ot,o=new Ot;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,p=0,y=0,g=0,m=0,S=0,E=0,v=0,C=0,T=0,_=0,w=0,F=0,I=0;c.sort(xb);for(let z=0,V=c.length;z<V;z++){let N=c[z],H=N.color,q=N.intensity,G=N.distance,lt=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===Xs?lt=N.shadow.map.texture:lt=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*q,u+=H.g*q,d+=H.b*q;else if(N.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(N.sh.coefficients[$],q);I++}else if(N.isSunLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let K=N.shadow,tt=e.get(N);tt.shadowIntensity=K.intensity,tt.shadowBias=K.bias,tt.shadowNormalBias=K.normalBias,tt.shadowRadius=K.radius,tt.shadowMapSize.copy(K.mapSize).multiply(K.getFrameExtents()),n.sunShadow[p]=tt,n.sunShadowMap[p]=lt;let dt=K.getViewportCount();for(let ut=0;ut<dt;ut++)n.sunShadowMatrix[y+ut]=K.getMatrix(ut),n.sunShadowCascade[y+ut]=K._cascadeData[ut];y+=dt,p++}n.sun[f]=$,f++}else if(N.isDirectionalLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let K=N.shadow,tt=e.get(N);tt.shadowIntensity=K.intensity,tt.shadowBias=K.bias,tt.shadowNormalBias=K.normalBias,tt.shadowRadius=K.radius,tt.shadowMapSize=K.mapSize,n.directionalShadow[g]=tt,n.directionalShadowMap[g]=lt,n.directionalShadowMatrix[g]=N.shadow.matrix,C++}n.directional[g]=$,g++}else if(N.isSpotLight){let $=t.get(N);$.position.setFromMatrixPosition(N.matrixWorld),$.color.copy(H).multiplyScalar(q),$.distance=G,$.coneCos=Math.cos(N.angle),$.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),$.decay=N.decay,n.spot[S]=$;let K=N.shadow;if(N.map&&(n.spotLightMap[w]=N.map,w++,K.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[S]=K.matrix,N.castShadow){let tt=e.get(N);tt.shadowIntensity=K.intensity,tt.shadowBias=K.bias,tt.shadowNormalBias=K.normalBias,tt.shadowRadius=K.radius,tt.shadowMapSize=K.mapSize,n.spotShadow[S]=tt,n.spotShadowMap[S]=lt,_++}S++}else if(N.isRectAreaLight){let $=t.get(N);$.color.copy(H).multiplyScalar(q),$.halfWidth.set(N.width*.5,0,0),$.halfHeight.set(0,N.height*.5,0),n.rectArea[E]=$,E++}else if(N.isPointLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),$.distance=N.distance,$.decay=N.decay,N.castShadow){let K=N.shadow,tt=e.get(N);tt.shadowIntensity=K.intensity,tt.shadowBias=K.bias,tt.shadowNormalBias=K.normalBias,tt.shadowRadius=K.radius,tt.shadowMapSize=K.mapSize,tt.shadowCameraNear=K.camera.near,tt.shadowCameraFar=K.camera.far,n.pointShadow[m]=tt,n.pointShadowMap[m]=lt,n.pointShadowMatrix[m]=N.shadow.matrix,T++}n.point[m]=$,m++}else if(N.isHemisphereLight){let $=t.get(N);$.skyColor.copy(N.color).multiplyScalar(q),$.groundColor.copy(N.groundColor).multiplyScalar(q),n.hemi[v]=$,v++}}E>0&&(s.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Pt.LTC_FLOAT_1,n.rectAreaLTC2=Pt.LTC_FLOAT_2):(n.rectAreaLTC1=Pt.LTC_HALF_1,n.rectAreaLTC2=Pt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==g||D.pointLength!==m||D.spotLength!==S||D.rectAreaLength!==E||D.hemiLength!==v||D.numSunShadows!==p||D.numDirectionalShadows!==C||D.numPointShadows!==T||D.numSpotShadows!==_||D.numSpotMaps!==w||D.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=g,n.spot.length=S,n.rectArea.length=E,n.point.length=m,n.hemi.length=v,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+w-F,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=I,D.sunLength=f,D.directionalLength=g,D.pointLength=m,D.spotLength=S,D.rectAreaLength=E,D.hemiLength=v,D.numSunShadows=p,D.numDirectionalShadows=C,D.numPointShadows=T,D.numSpotShadows=_,D.numSpotMaps=w,D.numLightProbes=I,n.version=_b++)}function l(c,h){let u=0,d=0,f=0,p=0,y=0,g=0,m=h.matrixWorldInverse;for(let S=0,E=c.length;S<E;S++){let v=c[S];if(v.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(v.matrixWorld),C.direction.transformDirection(m),u++}else if(v.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),C.direction.sub(i),C.direction.transformDirection(m),d++}else if(v.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(m),C.direction.setFromMatrixPosition(v.matrixWorld),i.setFromMatrixPosition(v.target.matrixWorld),C.direction.sub(i),C.direction.transformDirection(m),p++}else if(v.isRectAreaLight){let C=n.rectArea[y];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(m),o.identity(),r.copy(v.matrixWorld),r.premultiply(m),o.extractRotation(r),C.halfWidth.set(v.width*.5,0,0),C.halfHeight.set(0,v.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),y++}else if(v.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(v.matrixWorld),C.position.applyMatrix4(m),f++}else if(v.isHemisphereLight){let C=n.hemi[g];C.direction.setFromMatrixPosition(v.matrixWorld),C.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:n}}function ng(s){let t=new yb(s),e=[],n=[],i=[];function r(u){h.camera=u,e.length=0,n.length=0,i.length=0}function o(u){u.isLightProbeGrid?i.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),i.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:i,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function vb(s){let t=new WeakMap;function e(i,r=0){let o=t.get(i),a;return o===void 0?(a=new ng(s),t.set(i,[a])):r>=o.length?(a=new ng(s),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Sb=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Mb=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,bb=[new P(1,0,0),new P(-1,0,0),new P(0,1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1)],wb=[new P(0,-1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1),new P(0,-1,0),new P(0,-1,0)],ig=new Ot,Va=new P,kd=new P;function Ab(s,t,e){let n=new ys,i=new Ht,r=new Ht,o=new Ee,a=new dc,l=new fc,c={},h=e.maxTextureSize,u={[ji]:Jn,[Jn]:ji,[Kn]:Kn},d=new Mi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ht},radius:{value:4}},vertexShader:Sb,fragmentShader:Mb}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Ye;p.setAttribute("position",new Ze(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new Bn(p,d),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Pa;let m=this.type;this.render=function(T,_,w){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||T.length===0)return;this.type===tm&&(Zt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Pa);let F=s.getRenderTarget(),I=s.getActiveCubeFace(),D=s.getActiveMipmapLevel(),z=s.state;z.setBlending(lr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let V=m!==this.type;V&&_.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=T.length;N<H;N++){let q=T[N],G=q.shadow;if(G===void 0){Zt("WebGLShadowMap:",q,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;i.copy(G.mapSize);let lt=G.getFrameExtents();i.multiply(lt),r.copy(G.mapSize),(i.x>h||i.y>h)&&(i.x>h&&(r.x=Math.floor(h/lt.x),i.x=r.x*lt.x,G.mapSize.x=r.x),i.y>h&&(r.y=Math.floor(h/lt.y),i.y=r.y*lt.y,G.mapSize.y=r.y));let $=s.state.buffers.depth.getReversed();if(G.camera._reversedDepth=$,G.map===null||V===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===co){if(q.isPointLight){Zt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new di(i.x,i.y,{format:Xs,type:Ni,minFilter:$n,magFilter:$n,generateMipmaps:!1}),G.map.texture.name=q.name+".shadowMap",G.map.depthTexture=new vs(i.x,i.y,ei),G.map.depthTexture.name=q.name+".shadowMapDepth",G.map.depthTexture.format=xs,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=En,G.map.depthTexture.magFilter=En}else q.isPointLight?(G.map=new Ha(i.x),G.map.depthTexture=new da(i.x,bi)):(G.map=new di(i.x,i.y),G.map.depthTexture=new vs(i.x,i.y,bi)),G.map.depthTexture.name=q.name+".shadowMap",G.map.depthTexture.format=xs,this.type===Pa?(G.map.depthTexture.compareFunction=$?Ad:wd,G.map.depthTexture.minFilter=$n,G.map.depthTexture.magFilter=$n):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=En,G.map.depthTexture.magFilter=En);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==i.x||G.map.height!==i.y)&&G.map.setSize(i.x,i.y);let K=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();q.isPointLight!==!0&&G.updateMatrices(q,w);let tt=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:w.layers;for(let dt=0;dt<K;dt++){let ut=G.getCamera(dt);if(q.isPointLight){let Q=G.camera,mt=G.matrix,xt=q.distance||Q.far;xt!==Q.far&&(Q.far=xt,Q.updateProjectionMatrix()),Va.setFromMatrixPosition(q.matrixWorld),Q.position.copy(Va),kd.copy(Q.position),kd.add(bb[dt]),Q.up.copy(wb[dt]),Q.lookAt(kd),Q.updateMatrixWorld(),mt.makeTranslation(-Va.x,-Va.y,-Va.z),ig.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),G._frustum.setFromProjectionMatrix(ig,Q.coordinateSystem,Q.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)s.setRenderTarget(G.map,dt),s.clear();else{dt===0&&(s.setRenderTarget(G.map),s.clear());let Q=G.getViewport(dt);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}n=G.getFrustum(dt),v(_,w,ut,q,tt,this.type)}G.isPointLightShadow!==!0&&this.type===co&&S(G,w),G.needsUpdate=!1}m=this.type,g.needsUpdate=!1,s.setRenderTarget(F,I,D)};function S(T,_){let w=t.update(y);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new di(i.x,i.y,{format:Xs,type:Ni}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,s.setRenderTarget(T.mapPass),s.clear(),s.renderBufferDirect(_,null,w,d,y,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,s.setRenderTarget(T.map),s.clear(),s.renderBufferDirect(_,null,w,f,y,null)}function E(T,_,w,F){let I=null,D=w.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(D!==void 0)I=D;else if(I=w.isPointLight===!0?l:a,s.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let z=I.uuid,V=_.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let H=N[V];H===void 0&&(H=I.clone(),N[V]=H,_.addEventListener("dispose",C)),I=H}if(I.visible=_.visible,I.wireframe=_.wireframe,F===co?I.side=_.shadowSide!==null?_.shadowSide:_.side:I.side=_.shadowSide!==null?_.shadowSide:u[_.side],I.alphaMap=_.alphaMap,I.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,I.map=_.map,I.clipShadows=_.clipShadows,I.clippingPlanes=_.clippingPlanes,I.clipIntersection=_.clipIntersection,I.displacementMap=_.displacementMap,I.displacementScale=_.displacementScale,I.displacementBias=_.displacementBias,I.wireframeLinewidth=_.wireframeLinewidth,I.linewidth=_.linewidth,w.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let z=s.properties.get(I);z.light=w}return I}function v(T,_,w,F,I,D){if(T.visible===!1)return;if(T.layers.test(I)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&D===co)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,T.matrixWorld);let N=t.update(T),H=T.material;if(Array.isArray(H)){let q=N.groups;for(let G=0,lt=q.length;G<lt;G++){let $=q[G],K=H[$.materialIndex];if(K&&K.visible){let tt=E(T,K,F,D);T.onBeforeShadow(s,T,_,w,N,tt,$),s.renderBufferDirect(w,null,N,tt,T,$),T.onAfterShadow(s,T,_,w,N,tt,$)}}}else if(H.visible){let q=E(T,H,F,D);T.onBeforeShadow(s,T,_,w,N,q,null),s.renderBufferDirect(w,null,N,q,T,null),T.onAfterShadow(s,T,_,w,N,q,null)}}let V=T.children;for(let N=0,H=V.length;N<H;N++)v(V[N],_,w,F,I,D)}function C(T){T.target.removeEventListener("dispose",C);for(let w in c){let F=c[w],I=T.target.uuid;I in F&&(F[I].dispose(),delete F[I])}}}function Tb(s,t){function e(){let O=!1,st=new Ee,nt=null,wt=new Ee(0,0,0,0);return{setMask:function(gt){nt!==gt&&!O&&(s.colorMask(gt,gt,gt,gt),nt=gt)},setLocked:function(gt){O=gt},setClear:function(gt,St,Xt,Qt,ct){ct===!0&&(gt*=Qt,St*=Qt,Xt*=Qt),st.set(gt,St,Xt,Qt),wt.equals(st)===!1&&(s.clearColor(gt,St,Xt,Qt),wt.copy(st))},reset:function(){O=!1,nt=null,wt.set(-1,0,0,0)}}}function n(){let O=!1,st=!1,nt=null,wt=null,gt=null;return{setReversed:function(St){if(st!==St){let Xt=t.get("EXT_clip_control");St?Xt.clipControlEXT(Xt.LOWER_LEFT_EXT,Xt.ZERO_TO_ONE_EXT):Xt.clipControlEXT(Xt.LOWER_LEFT_EXT,Xt.NEGATIVE_ONE_TO_ONE_EXT),st=St;let Qt=gt;gt=null,this.setClear(Qt)}},getReversed:function(){return st},setTest:function(St){St?Mt(s.DEPTH_TEST):qt(s.DEPTH_TEST)},setMask:function(St){nt!==St&&!O&&(s.depthMask(St),nt=St)},setFunc:function(St){if(st&&(St=Dm[St]),wt!==St){switch(St){case Vl:s.depthFunc(s.NEVER);break;case Gl:s.depthFunc(s.ALWAYS);break;case Hl:s.depthFunc(s.LESS);break;case Kr:s.depthFunc(s.LEQUAL);break;case Wl:s.depthFunc(s.EQUAL);break;case Xl:s.depthFunc(s.GEQUAL);break;case ql:s.depthFunc(s.GREATER);break;case Yl:s.depthFunc(s.NOTEQUAL);break;default:s.depthFunc(s.LEQUAL)}wt=St}},setLocked:function(St){O=St},setClear:function(St){gt!==St&&(gt=St,st&&(St=1-St),s.clearDepth(St))},reset:function(){O=!1,nt=null,wt=null,gt=null,st=!1}}}function i(){let O=!1,st=null,nt=null,wt=null,gt=null,St=null,Xt=null,Qt=null,ct=null;return{setTest:function(Bt){O||(Bt?Mt(s.STENCIL_TEST):qt(s.STENCIL_TEST))},setMask:function(Bt){st!==Bt&&!O&&(s.stencilMask(Bt),st=Bt)},setFunc:function(Bt,te,Ct){(nt!==Bt||wt!==te||gt!==Ct)&&(s.stencilFunc(Bt,te,Ct),nt=Bt,wt=te,gt=Ct)},setOp:function(Bt,te,Ct){(St!==Bt||Xt!==te||Qt!==Ct)&&(s.stencilOp(Bt,te,Ct),St=Bt,Xt=te,Qt=Ct)},setLocked:function(Bt){O=Bt},setClear:function(Bt){ct!==Bt&&(s.clearStencil(Bt),ct=Bt)},reset:function(){O=!1,st=null,nt=null,wt=null,gt=null,St=null,Xt=null,Qt=null,ct=null}}}let r=new e,o=new n,a=new i,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],y=null,g=!1,m=null,S=null,E=null,v=null,C=null,T=null,_=null,w=new Jt(0,0,0),F=0,I=!1,D=null,z=null,V=null,N=null,H=null,q=s.getParameter(s.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,lt=0,$=s.getParameter(s.VERSION);$.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec($)[1]),G=lt>=1):$.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),G=lt>=2);let K=null,tt={},dt=s.getParameter(s.SCISSOR_BOX),ut=s.getParameter(s.VIEWPORT),Q=new Ee().fromArray(dt),mt=new Ee().fromArray(ut);function xt(O,st,nt,wt){let gt=new Uint8Array(4),St=s.createTexture();s.bindTexture(O,St),s.texParameteri(O,s.TEXTURE_MIN_FILTER,s.NEAREST),s.texParameteri(O,s.TEXTURE_MAG_FILTER,s.NEAREST);for(let Xt=0;Xt<nt;Xt++)O===s.TEXTURE_3D||O===s.TEXTURE_2D_ARRAY?s.texImage3D(st,0,s.RGBA,1,1,wt,0,s.RGBA,s.UNSIGNED_BYTE,gt):s.texImage2D(st+Xt,0,s.RGBA,1,1,0,s.RGBA,s.UNSIGNED_BYTE,gt);return St}let Et={};Et[s.TEXTURE_2D]=xt(s.TEXTURE_2D,s.TEXTURE_2D,1),Et[s.TEXTURE_CUBE_MAP]=xt(s.TEXTURE_CUBE_MAP,s.TEXTURE_CUBE_MAP_POSITIVE_X,6),Et[s.TEXTURE_2D_ARRAY]=xt(s.TEXTURE_2D_ARRAY,s.TEXTURE_2D_ARRAY,1,1),Et[s.TEXTURE_3D]=xt(s.TEXTURE_3D,s.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Mt(s.DEPTH_TEST),o.setFunc(Kr),rn(!1),Le(nd),Mt(s.CULL_FACE),Xe(lr);function Mt(O){h[O]!==!0&&(s.enable(O),h[O]=!0)}function qt(O){h[O]!==!1&&(s.disable(O),h[O]=!1)}function oe(O,st){return d[O]!==st?(s.bindFramebuffer(O,st),d[O]=st,O===s.DRAW_FRAMEBUFFER&&(d[s.FRAMEBUFFER]=st),O===s.FRAMEBUFFER&&(d[s.DRAW_FRAMEBUFFER]=st),!0):!1}function Wt(O,st){let nt=p,wt=!1;if(O){nt=f.get(st),nt===void 0&&(nt=[],f.set(st,nt));let gt=O.textures;if(nt.length!==gt.length||nt[0]!==s.COLOR_ATTACHMENT0){for(let St=0,Xt=gt.length;St<Xt;St++)nt[St]=s.COLOR_ATTACHMENT0+St;nt.length=gt.length,wt=!0}}else nt[0]!==s.BACK&&(nt[0]=s.BACK,wt=!0);wt&&s.drawBuffers(nt)}function fe(O){return y!==O?(s.useProgram(O),y=O,!0):!1}let he={[cr]:s.FUNC_ADD,[nm]:s.FUNC_SUBTRACT,[im]:s.FUNC_REVERSE_SUBTRACT};he[sm]=s.MIN,he[rm]=s.MAX;let se={[om]:s.ZERO,[am]:s.ONE,[lm]:s.SRC_COLOR,[od]:s.SRC_ALPHA,[pm]:s.SRC_ALPHA_SATURATE,[dm]:s.DST_COLOR,[hm]:s.DST_ALPHA,[cm]:s.ONE_MINUS_SRC_COLOR,[ad]:s.ONE_MINUS_SRC_ALPHA,[fm]:s.ONE_MINUS_DST_COLOR,[um]:s.ONE_MINUS_DST_ALPHA,[mm]:s.CONSTANT_COLOR,[gm]:s.ONE_MINUS_CONSTANT_COLOR,[_m]:s.CONSTANT_ALPHA,[xm]:s.ONE_MINUS_CONSTANT_ALPHA};function Xe(O,st,nt,wt,gt,St,Xt,Qt,ct,Bt){if(O===lr){g===!0&&(qt(s.BLEND),g=!1);return}if(g===!1&&(Mt(s.BLEND),g=!0),O!==em){if(O!==m||Bt!==I){if((S!==cr||C!==cr)&&(s.blendEquation(s.FUNC_ADD),S=cr,C=cr),Bt)switch(O){case ho:s.blendFuncSeparate(s.ONE,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case id:s.blendFunc(s.ONE,s.ONE);break;case sd:s.blendFuncSeparate(s.ZERO,s.ONE_MINUS_SRC_COLOR,s.ZERO,s.ONE);break;case rd:s.blendFuncSeparate(s.DST_COLOR,s.ONE_MINUS_SRC_ALPHA,s.ZERO,s.ONE);break;default:ee("WebGLState: Invalid blending: ",O);break}else switch(O){case ho:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE_MINUS_SRC_ALPHA,s.ONE,s.ONE_MINUS_SRC_ALPHA);break;case id:s.blendFuncSeparate(s.SRC_ALPHA,s.ONE,s.ONE,s.ONE);break;case sd:ee("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case rd:ee("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ee("WebGLState: Invalid blending: ",O);break}E=null,v=null,T=null,_=null,w.set(0,0,0),F=0,m=O,I=Bt}return}gt=gt||st,St=St||nt,Xt=Xt||wt,(st!==S||gt!==C)&&(s.blendEquationSeparate(he[st],he[gt]),S=st,C=gt),(nt!==E||wt!==v||St!==T||Xt!==_)&&(s.blendFuncSeparate(se[nt],se[wt],se[St],se[Xt]),E=nt,v=wt,T=St,_=Xt),(Qt.equals(w)===!1||ct!==F)&&(s.blendColor(Qt.r,Qt.g,Qt.b,ct),w.copy(Qt),F=ct),m=O,I=!1}function Oe(O,st){O.side===Kn?qt(s.CULL_FACE):Mt(s.CULL_FACE);let nt=O.side===Jn;st&&(nt=!nt),rn(nt),O.blending===ho&&O.transparent===!1?Xe(lr):Xe(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let wt=O.stencilWrite;a.setTest(wt),wt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),ve(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?Mt(s.SAMPLE_ALPHA_TO_COVERAGE):qt(s.SAMPLE_ALPHA_TO_COVERAGE)}function rn(O){D!==O&&(O?s.frontFace(s.CW):s.frontFace(s.CCW),D=O)}function Le(O){O!==jp?(Mt(s.CULL_FACE),O!==z&&(O===nd?s.cullFace(s.BACK):O===Qp?s.cullFace(s.FRONT):s.cullFace(s.FRONT_AND_BACK))):qt(s.CULL_FACE),z=O}function Sn(O){O!==V&&(G&&s.lineWidth(O),V=O)}function ve(O,st,nt){O?(Mt(s.POLYGON_OFFSET_FILL),(N!==st||H!==nt)&&(N=st,H=nt,o.getReversed()&&(st=-st,nt=-nt),s.polygonOffset(st,nt))):qt(s.POLYGON_OFFSET_FILL)}function fn(O){O?Mt(s.SCISSOR_TEST):qt(s.SCISSOR_TEST)}function Je(O){O===void 0&&(O=s.TEXTURE0+q-1),K!==O&&(s.activeTexture(O),K=O)}function on(O,st,nt){nt===void 0&&(K===null?nt=s.TEXTURE0+q-1:nt=K);let wt=tt[nt];wt===void 0&&(wt={type:void 0,texture:void 0},tt[nt]=wt),(wt.type!==O||wt.texture!==st)&&(K!==nt&&(s.activeTexture(nt),K=nt),s.bindTexture(O,st||Et[O]),wt.type=O,wt.texture=st)}function B(){let O=tt[K];O!==void 0&&O.type!==void 0&&(s.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Rt(){try{s.compressedTexImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function Kt(){try{s.compressedTexImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function ae(){try{s.texSubImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function bt(){try{s.texSubImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function Ne(){try{s.compressedTexSubImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function Vt(){try{s.compressedTexSubImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function $t(){try{s.texStorage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function R(){try{s.texStorage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function M(){try{s.texImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function X(){try{s.texImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function ht(O){return u[O]!==void 0?u[O]:s.getParameter(O)}function rt(O,st){u[O]!==st&&(s.pixelStorei(O,st),u[O]=st)}function _t(O){Q.equals(O)===!1&&(s.scissor(O.x,O.y,O.z,O.w),Q.copy(O))}function yt(O){mt.equals(O)===!1&&(s.viewport(O.x,O.y,O.z,O.w),mt.copy(O))}function et(O,st){let nt=c.get(st);nt===void 0&&(nt=new WeakMap,c.set(st,nt));let wt=nt.get(O);wt===void 0&&(wt=s.getUniformBlockIndex(st,O.name),s.uniformBlockBinding(st,wt,wt),nt.set(O,wt))}function it(O,st,nt){let gt=c.get(st).get(O);l[gt]!==nt&&(s.bindBufferBase(s.UNIFORM_BUFFER,gt,nt),l[gt]=nt)}function pt(){s.disable(s.BLEND),s.disable(s.CULL_FACE),s.disable(s.DEPTH_TEST),s.disable(s.POLYGON_OFFSET_FILL),s.disable(s.SCISSOR_TEST),s.disable(s.STENCIL_TEST),s.disable(s.SAMPLE_ALPHA_TO_COVERAGE),s.blendEquation(s.FUNC_ADD),s.blendFunc(s.ONE,s.ZERO),s.blendFuncSeparate(s.ONE,s.ZERO,s.ONE,s.ZERO),s.blendColor(0,0,0,0),s.colorMask(!0,!0,!0,!0),s.clearColor(0,0,0,0),s.depthMask(!0),s.depthFunc(s.LESS),o.setReversed(!1),s.clearDepth(1),s.stencilMask(4294967295),s.stencilFunc(s.ALWAYS,0,4294967295),s.stencilOp(s.KEEP,s.KEEP,s.KEEP),s.clearStencil(0),s.cullFace(s.BACK),s.frontFace(s.CCW),s.polygonOffset(0,0),s.activeTexture(s.TEXTURE0),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),s.bindFramebuffer(s.READ_FRAMEBUFFER,null),s.useProgram(null),s.lineWidth(1),s.scissor(0,0,s.canvas.width,s.canvas.height),s.viewport(0,0,s.canvas.width,s.canvas.height),s.pixelStorei(s.PACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_ALIGNMENT,4),s.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,!1),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,s.BROWSER_DEFAULT_WEBGL),s.pixelStorei(s.PACK_ROW_LENGTH,0),s.pixelStorei(s.PACK_SKIP_PIXELS,0),s.pixelStorei(s.PACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_ROW_LENGTH,0),s.pixelStorei(s.UNPACK_IMAGE_HEIGHT,0),s.pixelStorei(s.UNPACK_SKIP_PIXELS,0),s.pixelStorei(s.UNPACK_SKIP_ROWS,0),s.pixelStorei(s.UNPACK_SKIP_IMAGES,0),h={},u={},K=null,tt={},d={},l={},f=new WeakMap,p=[],y=null,g=!1,m=null,S=null,E=null,v=null,C=null,T=null,_=null,w=new Jt(0,0,0),F=0,I=!1,D=null,z=null,V=null,N=null,H=null,Q.set(0,0,s.canvas.width,s.canvas.height),mt.set(0,0,s.canvas.width,s.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Mt,disable:qt,bindFramebuffer:oe,drawBuffers:Wt,useProgram:fe,setBlending:Xe,setMaterial:Oe,setFlipSided:rn,setCullFace:Le,setLineWidth:Sn,setPolygonOffset:ve,setScissorTest:fn,activeTexture:Je,bindTexture:on,unbindTexture:B,compressedTexImage2D:Rt,compressedTexImage3D:Kt,texImage2D:M,texImage3D:X,pixelStorei:rt,getParameter:ht,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:$t,texStorage3D:R,texSubImage2D:ae,texSubImage3D:bt,compressedTexSubImage2D:Ne,compressedTexSubImage3D:Vt,scissor:_t,viewport:yt,reset:pt}}function Eb(s,t,e,n,i,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ht,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,y=new FinalizationRegistry(R=>p.delete(R)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(R,M){return g?new OffscreenCanvas(R,M):ta("canvas")}function S(R,M,X){let ht=1,rt=$t(R);if((rt.width>X||rt.height>X)&&(ht=X/Math.max(rt.width,rt.height)),ht<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let _t=Math.floor(ht*rt.width),yt=Math.floor(ht*rt.height);d===void 0&&(d=m(_t,yt));let et=M?m(_t,yt):d;return et.width=_t,et.height=yt,et.getContext("2d").drawImage(R,0,0,_t,yt),Zt("WebGLRenderer: Texture has been resized from ("+rt.width+"x"+rt.height+") to ("+_t+"x"+yt+")."),et}else return"data"in R&&Zt("WebGLRenderer: Image in DataTexture is too big ("+rt.width+"x"+rt.height+")."),R;return R}function E(R){return R.generateMipmaps}function v(R){s.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?s.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?s.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?s.TEXTURE_2D_ARRAY:s.TEXTURE_2D}function T(R,M,X,ht,rt,_t=!1){if(R!==null){if(s[R]!==void 0)return s[R];Zt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let yt;ht&&(yt=t.get("EXT_texture_norm16"),yt||Zt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=M;if(M===s.RED&&(X===s.FLOAT&&(et=s.R32F),X===s.HALF_FLOAT&&(et=s.R16F),X===s.UNSIGNED_BYTE&&(et=s.R8),X===s.UNSIGNED_SHORT&&yt&&(et=yt.R16_EXT),X===s.SHORT&&yt&&(et=yt.R16_SNORM_EXT)),M===s.RED_INTEGER&&(X===s.UNSIGNED_BYTE&&(et=s.R8UI),X===s.UNSIGNED_SHORT&&(et=s.R16UI),X===s.UNSIGNED_INT&&(et=s.R32UI),X===s.BYTE&&(et=s.R8I),X===s.SHORT&&(et=s.R16I),X===s.INT&&(et=s.R32I)),M===s.RG&&(X===s.FLOAT&&(et=s.RG32F),X===s.HALF_FLOAT&&(et=s.RG16F),X===s.UNSIGNED_BYTE&&(et=s.RG8),X===s.UNSIGNED_SHORT&&yt&&(et=yt.RG16_EXT),X===s.SHORT&&yt&&(et=yt.RG16_SNORM_EXT)),M===s.RG_INTEGER&&(X===s.UNSIGNED_BYTE&&(et=s.RG8UI),X===s.UNSIGNED_SHORT&&(et=s.RG16UI),X===s.UNSIGNED_INT&&(et=s.RG32UI),X===s.BYTE&&(et=s.RG8I),X===s.SHORT&&(et=s.RG16I),X===s.INT&&(et=s.RG32I)),M===s.RGB_INTEGER&&(X===s.UNSIGNED_BYTE&&(et=s.RGB8UI),X===s.UNSIGNED_SHORT&&(et=s.RGB16UI),X===s.UNSIGNED_INT&&(et=s.RGB32UI),X===s.BYTE&&(et=s.RGB8I),X===s.SHORT&&(et=s.RGB16I),X===s.INT&&(et=s.RGB32I)),M===s.RGBA_INTEGER&&(X===s.UNSIGNED_BYTE&&(et=s.RGBA8UI),X===s.UNSIGNED_SHORT&&(et=s.RGBA16UI),X===s.UNSIGNED_INT&&(et=s.RGBA32UI),X===s.BYTE&&(et=s.RGBA8I),X===s.SHORT&&(et=s.RGBA16I),X===s.INT&&(et=s.RGBA32I)),M===s.RGB&&(X===s.UNSIGNED_SHORT&&yt&&(et=yt.RGB16_EXT),X===s.SHORT&&yt&&(et=yt.RGB16_SNORM_EXT),X===s.UNSIGNED_INT_5_9_9_9_REV&&(et=s.RGB9_E5),X===s.UNSIGNED_INT_10F_11F_11F_REV&&(et=s.R11F_G11F_B10F)),M===s.RGBA){let it=_t?Qo:_e.getTransfer(rt);X===s.FLOAT&&(et=s.RGBA32F),X===s.HALF_FLOAT&&(et=s.RGBA16F),X===s.UNSIGNED_BYTE&&(et=it===Te?s.SRGB8_ALPHA8:s.RGBA8),X===s.UNSIGNED_SHORT&&yt&&(et=yt.RGBA16_EXT),X===s.SHORT&&yt&&(et=yt.RGBA16_SNORM_EXT),X===s.UNSIGNED_SHORT_4_4_4_4&&(et=s.RGBA4),X===s.UNSIGNED_SHORT_5_5_5_1&&(et=s.RGB5_A1)}return(et===s.R16F||et===s.R32F||et===s.RG16F||et===s.RG32F||et===s.RGBA16F||et===s.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function _(R,M){let X;return R?M===null||M===bi||M===ur?X=s.DEPTH24_STENCIL8:M===ei?X=s.DEPTH32F_STENCIL8:M===fo&&(X=s.DEPTH24_STENCIL8,Zt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===bi||M===ur?X=s.DEPTH_COMPONENT24:M===ei?X=s.DEPTH_COMPONENT32F:M===fo&&(X=s.DEPTH_COMPONENT16),X}function w(R,M){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==En&&R.minFilter!==$n?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function F(R){let M=new WeakRef(R);n.get(R).__ref=M,p.add(M),y.register(R,M,M)}function I(R){let M=n.get(R).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function D(R){V(R.target)}function z(R){N(R.target)}function V(R){R.removeEventListener("dispose",D),I(R),q(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function N(R){R.removeEventListener("dispose",z),I(R),lt(R)}function H(){for(let R of p){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?N(M):V(M))}p.clear(),u.clear()}function q(R){let M=n.get(R);if(M.__webglInit===void 0)return;let X=R.source,ht=f.get(X);if(ht){let rt=ht[M.__cacheKey];rt.usedTimes--,rt.usedTimes===0&&G(R),Object.keys(ht).length===0&&f.delete(X)}n.remove(R)}function G(R){let M=n.get(R);s.deleteTexture(M.__webglTexture);let X=R.source,ht=f.get(X);delete ht[M.__cacheKey],o.memory.textures--}function lt(R){let M=n.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&V(X),R.isWebGLCubeRenderTarget)for(let rt=0;rt<6;rt++){if(Array.isArray(M.__webglFramebuffer[rt]))for(let _t=0;_t<M.__webglFramebuffer[rt].length;_t++)s.deleteFramebuffer(M.__webglFramebuffer[rt][_t]);else s.deleteFramebuffer(M.__webglFramebuffer[rt]);M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer[rt])}else{if(Array.isArray(M.__webglFramebuffer))for(let rt=0;rt<M.__webglFramebuffer.length;rt++)s.deleteFramebuffer(M.__webglFramebuffer[rt]);else s.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&s.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&s.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let rt=0;rt<M.__webglColorRenderbuffer.length;rt++)M.__webglColorRenderbuffer[rt]&&s.deleteRenderbuffer(M.__webglColorRenderbuffer[rt]);M.__webglDepthRenderbuffer&&s.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ht=R.textures;for(let rt=0,_t=ht.length;rt<_t;rt++){let yt=n.get(ht[rt]);yt.__webglTexture&&(s.deleteTexture(yt.__webglTexture),o.memory.textures--),n.remove(ht[rt])}n.remove(R)}let $=0;function K(){$=0}function tt(){return $}function dt(R){$=R}function ut(){let R=$;return R>=i.maxTextures&&Zt("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+i.maxTextures),$+=1,R}function Q(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function mt(R,M){let X=n.get(R);if(R.isVideoTexture&&Ne(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let ht=R.image;if(ht===null)Zt("WebGLRenderer: Texture marked for update but no image data found.");else if(ht.complete===!1)Zt("WebGLRenderer: Texture marked for update but image is incomplete");else{Oe(X,R,M);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(s.TEXTURE_2D,X.__webglTexture,s.TEXTURE0+M)}function xt(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Oe(X,R,M);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(s.TEXTURE_2D_ARRAY,X.__webglTexture,s.TEXTURE0+M)}function Et(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Oe(X,R,M);return}e.bindTexture(s.TEXTURE_3D,X.__webglTexture,s.TEXTURE0+M)}function Mt(R,M){let X=n.get(R);if(R.version>0&&X.__version!==R.version){rn(X,R,M);return}e.bindTexture(s.TEXTURE_CUBE_MAP,X.__webglTexture,s.TEXTURE0+M)}let qt={[$l]:s.REPEAT,[$i]:s.CLAMP_TO_EDGE,[Zl]:s.MIRRORED_REPEAT},oe={[En]:s.NEAREST,[Sm]:s.NEAREST_MIPMAP_NEAREST,[Ia]:s.NEAREST_MIPMAP_LINEAR,[$n]:s.LINEAR,[Rc]:s.LINEAR_MIPMAP_NEAREST,[Ms]:s.LINEAR_MIPMAP_LINEAR},Wt={[Am]:s.NEVER,[Td]:s.ALWAYS,[Tm]:s.LESS,[wd]:s.LEQUAL,[Em]:s.EQUAL,[Ad]:s.GEQUAL,[Cm]:s.GREATER,[Rm]:s.NOTEQUAL};function fe(R,M){if(M.type===ei&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===$n||M.magFilter===Rc||M.magFilter===Ia||M.magFilter===Ms||M.minFilter===$n||M.minFilter===Rc||M.minFilter===Ia||M.minFilter===Ms)&&Zt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),s.texParameteri(R,s.TEXTURE_WRAP_S,qt[M.wrapS]),s.texParameteri(R,s.TEXTURE_WRAP_T,qt[M.wrapT]),(R===s.TEXTURE_3D||R===s.TEXTURE_2D_ARRAY)&&s.texParameteri(R,s.TEXTURE_WRAP_R,qt[M.wrapR]),s.texParameteri(R,s.TEXTURE_MAG_FILTER,oe[M.magFilter]),s.texParameteri(R,s.TEXTURE_MIN_FILTER,oe[M.minFilter]),M.compareFunction&&(s.texParameteri(R,s.TEXTURE_COMPARE_MODE,s.COMPARE_REF_TO_TEXTURE),s.texParameteri(R,s.TEXTURE_COMPARE_FUNC,Wt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===En||M.minFilter!==Ia&&M.minFilter!==Ms||M.type===ei&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");s.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,i.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function he(R,M){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",D),F(M));let ht=M.source,rt=f.get(ht);rt===void 0&&(rt={},f.set(ht,rt));let _t=Q(M);if(_t!==R.__cacheKey){rt[_t]===void 0&&(rt[_t]={texture:s.createTexture(),usedTimes:0},o.memory.textures++,X=!0),rt[_t].usedTimes++;let yt=rt[R.__cacheKey];yt!==void 0&&(rt[R.__cacheKey].usedTimes--,yt.usedTimes===0&&G(M)),R.__cacheKey=_t,R.__webglTexture=rt[_t].texture}return X}function se(R,M,X){return Math.floor(Math.floor(R/X)/M)}function Xe(R,M,X,ht){let _t=R.updateRanges;if(_t.length===0)e.texSubImage2D(s.TEXTURE_2D,0,0,0,M.width,M.height,X,ht,M.data);else{_t.sort((O,st)=>O.start-st.start);let yt=0;for(let O=1;O<_t.length;O++){let st=_t[yt],nt=_t[O],wt=st.start+st.count,gt=se(nt.start,M.width,4),St=se(st.start,M.width,4);nt.start<=wt+1&&gt===St&&se(nt.start+nt.count-1,M.width,4)===gt?st.count=Math.max(st.count,nt.start+nt.count-st.start):(++yt,_t[yt]=nt)}_t.length=yt+1;let et=e.getParameter(s.UNPACK_ROW_LENGTH),it=e.getParameter(s.UNPACK_SKIP_PIXELS),pt=e.getParameter(s.UNPACK_SKIP_ROWS);e.pixelStorei(s.UNPACK_ROW_LENGTH,M.width);for(let O=0,st=_t.length;O<st;O++){let nt=_t[O],wt=Math.floor(nt.start/4),gt=Math.ceil(nt.count/4),St=wt%M.width,Xt=Math.floor(wt/M.width),Qt=gt,ct=1;e.pixelStorei(s.UNPACK_SKIP_PIXELS,St),e.pixelStorei(s.UNPACK_SKIP_ROWS,Xt),e.texSubImage2D(s.TEXTURE_2D,0,St,Xt,Qt,ct,X,ht,M.data)}R.clearUpdateRanges(),e.pixelStorei(s.UNPACK_ROW_LENGTH,et),e.pixelStorei(s.UNPACK_SKIP_PIXELS,it),e.pixelStorei(s.UNPACK_SKIP_ROWS,pt)}}function Oe(R,M,X){let ht=s.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ht=s.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ht=s.TEXTURE_3D);let rt=he(R,M),_t=M.source;e.bindTexture(ht,R.__webglTexture,s.TEXTURE0+X);let yt=n.get(_t);if(_t.version!==yt.__version||rt===!0){if(e.activeTexture(s.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ct=_e.getPrimaries(_e.workingColorSpace),Bt=M.colorSpace===ws?null:_e.getPrimaries(M.colorSpace),te=M.colorSpace===ws||ct===Bt?s.NONE:s.BROWSER_DEFAULT_WEBGL;e.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,te)}e.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment);let it=S(M.image,!1,i.maxTextureSize);it=Vt(M,it);let pt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),st=T(M.internalFormat,pt,O,M.normalized,M.colorSpace,M.isVideoTexture);fe(ht,M);let nt,wt=M.mipmaps,gt=M.isVideoTexture!==!0,St=yt.__version===void 0||rt===!0,Xt=_t.dataReady,Qt=w(M,it);if(M.isDepthTexture)st=_(M.format===bs,M.type),St&&(gt?e.texStorage2D(s.TEXTURE_2D,1,st,it.width,it.height):e.texImage2D(s.TEXTURE_2D,0,st,it.width,it.height,0,pt,O,null));else if(M.isDataTexture)if(wt.length>0){gt&&St&&e.texStorage2D(s.TEXTURE_2D,Qt,st,wt[0].width,wt[0].height);for(let ct=0,Bt=wt.length;ct<Bt;ct++)nt=wt[ct],gt?Xt&&e.texSubImage2D(s.TEXTURE_2D,ct,0,0,nt.width,nt.height,pt,O,nt.data):e.texImage2D(s.TEXTURE_2D,ct,st,nt.width,nt.height,0,pt,O,nt.data);M.generateMipmaps=!1}else gt?(St&&e.texStorage2D(s.TEXTURE_2D,Qt,st,it.width,it.height),Xt&&Xe(M,it,pt,O)):e.texImage2D(s.TEXTURE_2D,0,st,it.width,it.height,0,pt,O,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){gt&&St&&e.texStorage3D(s.TEXTURE_2D_ARRAY,Qt,st,wt[0].width,wt[0].height,it.depth);for(let ct=0,Bt=wt.length;ct<Bt;ct++)if(nt=wt[ct],M.format!==ui)if(pt!==null)if(gt){if(Xt)if(M.layerUpdates.size>0){let te=Bd(nt.width,nt.height,M.format,M.type);for(let Ct of M.layerUpdates){let ce=nt.data.subarray(Ct*te/nt.data.BYTES_PER_ELEMENT,(Ct+1)*te/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,ct,0,0,Ct,nt.width,nt.height,1,pt,ce)}}else e.compressedTexSubImage3D(s.TEXTURE_2D_ARRAY,ct,0,0,0,nt.width,nt.height,it.depth,pt,nt.data)}else e.compressedTexImage3D(s.TEXTURE_2D_ARRAY,ct,st,nt.width,nt.height,it.depth,0,nt.data,0,0);else Zt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Xt&&e.texSubImage3D(s.TEXTURE_2D_ARRAY,ct,0,0,0,nt.width,nt.height,it.depth,pt,O,nt.data):e.texImage3D(s.TEXTURE_2D_ARRAY,ct,st,nt.width,nt.height,it.depth,0,pt,O,nt.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{gt&&St&&e.texStorage2D(s.TEXTURE_2D,Qt,st,wt[0].width,wt[0].height);for(let ct=0,Bt=wt.length;ct<Bt;ct++)nt=wt[ct],M.format!==ui?pt!==null?gt?Xt&&e.compressedTexSubImage2D(s.TEXTURE_2D,ct,0,0,nt.width,nt.height,pt,nt.data):e.compressedTexImage2D(s.TEXTURE_2D,ct,st,nt.width,nt.height,0,nt.data):Zt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Xt&&e.texSubImage2D(s.TEXTURE_2D,ct,0,0,nt.width,nt.height,pt,O,nt.data):e.texImage2D(s.TEXTURE_2D,ct,st,nt.width,nt.height,0,pt,O,nt.data)}else if(M.isDataArrayTexture)if(gt){if(St&&e.texStorage3D(s.TEXTURE_2D_ARRAY,Qt,st,it.width,it.height,it.depth),Xt)if(M.layerUpdates.size>0){let ct=Bd(it.width,it.height,M.format,M.type);for(let Bt of M.layerUpdates){let te=it.data.subarray(Bt*ct/it.data.BYTES_PER_ELEMENT,(Bt+1)*ct/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,Bt,it.width,it.height,1,pt,O,te)}M.clearLayerUpdates()}else e.texSubImage3D(s.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,pt,O,it.data)}else e.texImage3D(s.TEXTURE_2D_ARRAY,0,st,it.width,it.height,it.depth,0,pt,O,it.data);else if(M.isData3DTexture)gt?(St&&e.texStorage3D(s.TEXTURE_3D,Qt,st,it.width,it.height,it.depth),Xt&&e.texSubImage3D(s.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,pt,O,it.data)):e.texImage3D(s.TEXTURE_3D,0,st,it.width,it.height,it.depth,0,pt,O,it.data);else if(M.isFramebufferTexture){if(St)if(gt)e.texStorage2D(s.TEXTURE_2D,Qt,st,it.width,it.height);else{let ct=it.width,Bt=it.height;for(let te=0;te<Qt;te++)e.texImage2D(s.TEXTURE_2D,te,st,ct,Bt,0,pt,O,null),ct>>=1,Bt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in s){let ct=s.canvas;if(ct.hasAttribute("layoutsubtree")||ct.setAttribute("layoutsubtree","true"),it.parentNode!==ct){ct.appendChild(it),u.add(M),ct.onpaint=Bt=>{let te=Bt.changedElements;for(let Ct of u)te.includes(Ct.image)&&(Ct.needsUpdate=!0)},ct.requestPaint();return}if(s.texElementImage2D.length===3)s.texElementImage2D(s.TEXTURE_2D,s.RGBA8,it);else{let te=s.RGBA,Ct=s.RGBA,ce=s.UNSIGNED_BYTE;s.texElementImage2D(s.TEXTURE_2D,0,te,Ct,ce,it)}s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&St){let ct=$t(wt[0]);e.texStorage2D(s.TEXTURE_2D,Qt,st,ct.width,ct.height)}for(let ct=0,Bt=wt.length;ct<Bt;ct++)nt=wt[ct],gt?Xt&&e.texSubImage2D(s.TEXTURE_2D,ct,0,0,pt,O,nt):e.texImage2D(s.TEXTURE_2D,ct,st,pt,O,nt);M.generateMipmaps=!1}else if(gt){if(St){let ct=$t(it);e.texStorage2D(s.TEXTURE_2D,Qt,st,ct.width,ct.height)}Xt&&e.texSubImage2D(s.TEXTURE_2D,0,0,0,pt,O,it)}else e.texImage2D(s.TEXTURE_2D,0,st,pt,O,it);E(M)&&M.mipmapsAutoUpdate===!0&&v(ht),yt.__version=_t.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function rn(R,M,X){if(M.image.length!==6)return;let ht=he(R,M),rt=M.source;e.bindTexture(s.TEXTURE_CUBE_MAP,R.__webglTexture,s.TEXTURE0+X);let _t=n.get(rt);if(rt.version!==_t.__version||ht===!0){e.activeTexture(s.TEXTURE0+X);let yt=_e.getPrimaries(_e.workingColorSpace),et=M.colorSpace===ws?null:_e.getPrimaries(M.colorSpace),it=M.colorSpace===ws||yt===et?s.NONE:s.BROWSER_DEFAULT_WEBGL;e.pixelStorei(s.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(s.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(s.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let pt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,st=[];for(let Ct=0;Ct<6;Ct++)!pt&&!O?st[Ct]=S(M.image[Ct],!0,i.maxCubemapSize):st[Ct]=O?M.image[Ct].image:M.image[Ct],st[Ct]=Vt(M,st[Ct]);let nt=st[0],wt=r.convert(M.format,M.colorSpace),gt=r.convert(M.type),St=T(M.internalFormat,wt,gt,M.normalized,M.colorSpace),Xt=M.isVideoTexture!==!0,Qt=_t.__version===void 0||ht===!0,ct=rt.dataReady,Bt=w(M,nt);fe(s.TEXTURE_CUBE_MAP,M);let te;if(M.isDepthTexture){if(St=_(M.format===bs,M.type),Qt)if(Xt)e.texStorage2D(s.TEXTURE_CUBE_MAP,1,St,nt.width,nt.height);else for(let Ct=0;Ct<6;Ct++)e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,St,nt.width,nt.height,0,wt,gt,null)}else if(pt){Xt&&Qt&&e.texStorage2D(s.TEXTURE_CUBE_MAP,Bt,St,nt.width,nt.height);for(let Ct=0;Ct<6;Ct++){te=st[Ct].mipmaps;for(let ce=0;ce<te.length;ce++){let ze=te[ce];M.format!==ui?wt!==null?Xt?ct&&e.compressedTexSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce,0,0,ze.width,ze.height,wt,ze.data):e.compressedTexImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce,St,ze.width,ze.height,0,ze.data):Zt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Xt?ct&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce,0,0,ze.width,ze.height,wt,gt,ze.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce,St,ze.width,ze.height,0,wt,gt,ze.data)}}}else{if(te=M.mipmaps,Xt&&Qt){te.length>0&&Bt++;let Ct=$t(st[0]);e.texStorage2D(s.TEXTURE_CUBE_MAP,Bt,St,Ct.width,Ct.height)}for(let Ct=0;Ct<6;Ct++)if(O){Xt?ct&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,st[Ct].width,st[Ct].height,wt,gt,st[Ct].data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,St,st[Ct].width,st[Ct].height,0,wt,gt,st[Ct].data);for(let ce=0;ce<te.length;ce++){let kn=te[ce].image[Ct].image;Xt?ct&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce+1,0,0,kn.width,kn.height,wt,gt,kn.data):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce+1,St,kn.width,kn.height,0,wt,gt,kn.data)}}else{Xt?ct&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,0,0,wt,gt,st[Ct]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,0,St,wt,gt,st[Ct]);for(let ce=0;ce<te.length;ce++){let ze=te[ce];Xt?ct&&e.texSubImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce+1,0,0,wt,gt,ze.image[Ct]):e.texImage2D(s.TEXTURE_CUBE_MAP_POSITIVE_X+Ct,ce+1,St,wt,gt,ze.image[Ct])}}}E(M)&&M.mipmapsAutoUpdate===!0&&v(s.TEXTURE_CUBE_MAP),_t.__version=rt.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Le(R,M,X,ht,rt,_t){let yt=r.convert(X.format,X.colorSpace),et=r.convert(X.type),it=T(X.internalFormat,yt,et,X.normalized,X.colorSpace),pt=n.get(M),O=n.get(X);if(O.__renderTarget=M,!pt.__hasExternalTextures){let st=Math.max(1,M.width>>_t),nt=Math.max(1,M.height>>_t);rt===s.TEXTURE_3D||rt===s.TEXTURE_2D_ARRAY?e.texImage3D(rt,_t,it,st,nt,M.depth,0,yt,et,null):e.texImage2D(rt,_t,it,st,nt,0,yt,et,null)}e.bindFramebuffer(s.FRAMEBUFFER,R),bt(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,ht,rt,O.__webglTexture,0,ae(M)):(rt===s.TEXTURE_2D||rt>=s.TEXTURE_CUBE_MAP_POSITIVE_X&&rt<=s.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&s.framebufferTexture2D(s.FRAMEBUFFER,ht,rt,O.__webglTexture,_t),e.bindFramebuffer(s.FRAMEBUFFER,null)}function Sn(R,M,X){if(s.bindRenderbuffer(s.RENDERBUFFER,R),M.depthBuffer){let ht=M.depthTexture,rt=ht&&ht.isDepthTexture?ht.type:null,_t=_(M.stencilBuffer,rt),yt=M.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;bt(M)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,ae(M),_t,M.width,M.height):X?s.renderbufferStorageMultisample(s.RENDERBUFFER,ae(M),_t,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,_t,M.width,M.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,yt,s.RENDERBUFFER,R)}else{let ht=M.textures;for(let rt=0;rt<ht.length;rt++){let _t=ht[rt],yt=r.convert(_t.format,_t.colorSpace),et=r.convert(_t.type),it=T(_t.internalFormat,yt,et,_t.normalized,_t.colorSpace);bt(M)?a.renderbufferStorageMultisampleEXT(s.RENDERBUFFER,ae(M),it,M.width,M.height):X?s.renderbufferStorageMultisample(s.RENDERBUFFER,ae(M),it,M.width,M.height):s.renderbufferStorage(s.RENDERBUFFER,it,M.width,M.height)}}s.bindRenderbuffer(s.RENDERBUFFER,null)}function ve(R,M,X){let ht=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(s.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let rt=n.get(M.depthTexture);rt.__renderTarget=M;let _t=ht?M.depthTexture.image[0]:M.depthTexture.image;(!rt.__webglTexture||_t.width!==M.width||_t.height!==M.height)&&(_t.width=M.width,_t.height=M.height,M.depthTexture.needsUpdate=!0),ht?Mt(M.depthTexture,0):mt(M.depthTexture,0);let yt=rt.__webglTexture,et=ae(M),it=ht?s.TEXTURE_CUBE_MAP_POSITIVE_X+X:s.TEXTURE_2D,pt=M.depthTexture.format===bs?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;if(M.depthTexture.format===xs)bt(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,pt,it,yt,0,et):s.framebufferTexture2D(s.FRAMEBUFFER,pt,it,yt,0);else if(M.depthTexture.format===bs)bt(M)?a.framebufferTexture2DMultisampleEXT(s.FRAMEBUFFER,pt,it,yt,0,et):s.framebufferTexture2D(s.FRAMEBUFFER,pt,it,yt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function fn(R){let M=n.get(R),X=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let ht=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ht){let rt=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ht.removeEventListener("dispose",rt)};ht.addEventListener("dispose",rt),M.__depthDisposeCallback=rt}M.__boundDepthTexture=ht}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let ht=0;ht<6;ht++)ve(M.__webglFramebuffer[ht],R,ht);else R.texture.mipmaps.length>0?ve(M.__webglFramebuffer[0],R,0):ve(M.__webglFramebuffer,R,0);else if(X){M.__webglDepthbuffer=[];for(let ht=0;ht<6;ht++)if(e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[ht]),M.__webglDepthbuffer[ht]===void 0)M.__webglDepthbuffer[ht]=s.createRenderbuffer(),Sn(M.__webglDepthbuffer[ht],R,!1);else{let rt=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer[ht];s.bindRenderbuffer(s.RENDERBUFFER,_t),s.framebufferRenderbuffer(s.FRAMEBUFFER,rt,s.RENDERBUFFER,_t)}}else if(R.texture.mipmaps.length>0?e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(s.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=s.createRenderbuffer(),Sn(M.__webglDepthbuffer,R,!1);else{let rt=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer;s.bindRenderbuffer(s.RENDERBUFFER,_t),s.framebufferRenderbuffer(s.FRAMEBUFFER,rt,s.RENDERBUFFER,_t)}e.bindFramebuffer(s.FRAMEBUFFER,null)}function Je(R,M,X){let ht=n.get(R);M!==void 0&&Le(ht.__webglFramebuffer,R,R.texture,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,0),X!==void 0&&fn(R)}function on(R){let M=R.texture,X=n.get(R),ht=n.get(M);R.addEventListener("dispose",z),F(R);let rt=R.textures,_t=R.isWebGLCubeRenderTarget===!0,yt=rt.length>1;if(yt||(ht.__webglTexture===void 0&&(ht.__webglTexture=s.createTexture()),ht.__version=M.version,o.memory.textures++),_t){X.__webglFramebuffer=[];for(let et=0;et<6;et++)if(M.mipmaps.length>0){X.__webglFramebuffer[et]=[];for(let it=0;it<M.mipmaps.length;it++)X.__webglFramebuffer[et][it]=s.createFramebuffer()}else X.__webglFramebuffer[et]=s.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let et=0;et<M.mipmaps.length;et++)X.__webglFramebuffer[et]=s.createFramebuffer()}else X.__webglFramebuffer=s.createFramebuffer();if(yt)for(let et=0,it=rt.length;et<it;et++){let pt=n.get(rt[et]);pt.__webglTexture===void 0&&(pt.__webglTexture=s.createTexture(),o.memory.textures++)}if(R.samples>0&&bt(R)===!1){X.__webglMultisampledFramebuffer=s.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(s.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let et=0;et<rt.length;et++){let it=rt[et];X.__webglColorRenderbuffer[et]=s.createRenderbuffer(),s.bindRenderbuffer(s.RENDERBUFFER,X.__webglColorRenderbuffer[et]);let pt=r.convert(it.format,it.colorSpace),O=r.convert(it.type),st=T(it.internalFormat,pt,O,it.normalized,it.colorSpace,R.isXRRenderTarget===!0),nt=ae(R);s.renderbufferStorageMultisample(s.RENDERBUFFER,nt,st,R.width,R.height),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+et,s.RENDERBUFFER,X.__webglColorRenderbuffer[et])}s.bindRenderbuffer(s.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=s.createRenderbuffer(),Sn(X.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(s.FRAMEBUFFER,null)}}if(_t){e.bindTexture(s.TEXTURE_CUBE_MAP,ht.__webglTexture),fe(s.TEXTURE_CUBE_MAP,M);for(let et=0;et<6;et++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(X.__webglFramebuffer[et][it],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Le(X.__webglFramebuffer[et],R,M,s.COLOR_ATTACHMENT0,s.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);E(M)?v(s.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&s.texParameteri(s.TEXTURE_CUBE_MAP,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(yt){for(let et=0,it=rt.length;et<it;et++){let pt=rt[et],O=n.get(pt),st=s.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(st=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(st,O.__webglTexture),fe(st,pt),Le(X.__webglFramebuffer,R,pt,s.COLOR_ATTACHMENT0+et,st,0),E(pt)&&v(st)}e.unbindTexture()}else{let et=s.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(et=R.isWebGL3DRenderTarget?s.TEXTURE_3D:s.TEXTURE_2D_ARRAY),e.bindTexture(et,ht.__webglTexture),fe(et,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Le(X.__webglFramebuffer[it],R,M,s.COLOR_ATTACHMENT0,et,it);else Le(X.__webglFramebuffer,R,M,s.COLOR_ATTACHMENT0,et,0);E(M)?v(et):M.mipmaps.length>0&&s.texParameteri(et,s.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&fn(R)}function B(R){let M=R.textures;for(let X=0,ht=M.length;X<ht;X++){let rt=M[X];if(E(rt)&&rt.mipmapsAutoUpdate===!0){let _t=C(R),yt=n.get(rt).__webglTexture;e.bindTexture(_t,yt),v(_t),e.unbindTexture()}}}let Rt=[];function Kt(R){if(R.samples>0){if(bt(R)===!1){let M=R.textures,X=R.width,ht=R.height,rt=s.COLOR_BUFFER_BIT,_t=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT,yt=n.get(R),et=M.length>1;if(et)for(let pt=0;pt<M.length;pt++)e.bindFramebuffer(s.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+pt,s.RENDERBUFFER,null),e.bindFramebuffer(s.FRAMEBUFFER,yt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+pt,s.TEXTURE_2D,null,0);e.bindFramebuffer(s.READ_FRAMEBUFFER,yt.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?e.bindFramebuffer(s.DRAW_FRAMEBUFFER,yt.__webglFramebuffer[0]):e.bindFramebuffer(s.DRAW_FRAMEBUFFER,yt.__webglFramebuffer);for(let pt=0;pt<M.length;pt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(rt|=s.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(rt|=s.STENCIL_BUFFER_BIT)),et){s.framebufferRenderbuffer(s.READ_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let O=n.get(M[pt]).__webglTexture;s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0,s.TEXTURE_2D,O,0)}s.blitFramebuffer(0,0,X,ht,0,0,X,ht,rt,s.NEAREST),l===!0&&(Rt.length=0,Rt.push(s.COLOR_ATTACHMENT0+pt),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Rt.push(_t),s.invalidateFramebuffer(s.READ_FRAMEBUFFER,Rt))}if(e.bindFramebuffer(s.READ_FRAMEBUFFER,null),e.bindFramebuffer(s.DRAW_FRAMEBUFFER,null),et)for(let pt=0;pt<M.length;pt++){e.bindFramebuffer(s.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),s.framebufferRenderbuffer(s.FRAMEBUFFER,s.COLOR_ATTACHMENT0+pt,s.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let O=n.get(M[pt]).__webglTexture;e.bindFramebuffer(s.FRAMEBUFFER,yt.__webglFramebuffer),s.framebufferTexture2D(s.DRAW_FRAMEBUFFER,s.COLOR_ATTACHMENT0+pt,s.TEXTURE_2D,O,0)}e.bindFramebuffer(s.DRAW_FRAMEBUFFER,yt.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.stencilBuffer?s.DEPTH_STENCIL_ATTACHMENT:s.DEPTH_ATTACHMENT;s.invalidateFramebuffer(s.DRAW_FRAMEBUFFER,[M])}}}function ae(R){return Math.min(i.maxSamples,R.samples)}function bt(R){let M=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ne(R){let M=o.render.frame;h.get(R)!==M&&(h.set(R,M),R.update())}function Vt(R,M){let X=R.colorSpace,ht=R.format,rt=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==jo&&X!==ws&&(_e.getTransfer(X)===Te?(ht!==ui||rt!==ii)&&Zt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ee("WebGLTextures: Unsupported texture color space:",X)),M}function $t(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ut,this.resetTextureUnits=K,this.getTextureUnits=tt,this.setTextureUnits=dt,this.setTexture2D=mt,this.setTexture2DArray=xt,this.setTexture3D=Et,this.setTextureCube=Mt,this.rebindTextures=Je,this.setupRenderTarget=on,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=Kt,this.setupDepthRenderbuffer=fn,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=bt,this.dispose=H}function Cb(s,t){function e(n,i=ws){let r,o=_e.getTransfer(i);if(n===ii)return s.UNSIGNED_BYTE;if(n===Ic)return s.UNSIGNED_SHORT_4_4_4_4;if(n===Lc)return s.UNSIGNED_SHORT_5_5_5_1;if(n===xd)return s.UNSIGNED_INT_5_9_9_9_REV;if(n===yd)return s.UNSIGNED_INT_10F_11F_11F_REV;if(n===gd)return s.BYTE;if(n===_d)return s.SHORT;if(n===fo)return s.UNSIGNED_SHORT;if(n===Pc)return s.INT;if(n===bi)return s.UNSIGNED_INT;if(n===ei)return s.FLOAT;if(n===Ni)return s.HALF_FLOAT;if(n===vd)return s.ALPHA;if(n===Sd)return s.RGB;if(n===ui)return s.RGBA;if(n===xs)return s.DEPTH_COMPONENT;if(n===bs)return s.DEPTH_STENCIL;if(n===Dc)return s.RED;if(n===La)return s.RED_INTEGER;if(n===Xs)return s.RG;if(n===Nc)return s.RG_INTEGER;if(n===Uc)return s.RGBA_INTEGER;if(n===Da||n===Na||n===Ua||n===Fa)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Da)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Na)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ua)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Fa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Da)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Na)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ua)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Fa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Fc||n===Oc||n===Bc||n===zc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Fc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Oc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Bc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===zc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===kc||n===Vc||n===Gc||n===Hc||n===Wc||n===Oa||n===Xc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===kc||n===Vc)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Gc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Hc)return r.COMPRESSED_R11_EAC;if(n===Wc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Oa)return r.COMPRESSED_RG11_EAC;if(n===Xc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===qc||n===Yc||n===$c||n===Zc||n===Jc||n===Kc||n===jc||n===Qc||n===th||n===eh||n===nh||n===ih||n===sh||n===rh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===qc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Yc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===$c)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Zc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Jc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Kc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===jc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Qc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===th)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===eh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===nh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===ih)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===sh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===rh)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===oh||n===ah||n===lh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===oh)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===ah)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===lh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===ch||n===hh||n===Ba||n===uh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===ch)return r.COMPRESSED_RED_RGTC1_EXT;if(n===hh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ba)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===uh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===ur?s.UNSIGNED_INT_24_8:s[n]!==void 0?s[n]:null}return{convert:e}}var Rb=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Pb=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Yd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new fa(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Mi({vertexShader:Rb,fragmentShader:Pb,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Bn(new _a(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},$d=class extends Zi{constructor(t,e){super();let n=this,i=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,y=typeof XRWebGLBinding<"u",g=new Yd,m={},S=e.getContextAttributes(),E=null,v=null,C=[],T=[],_=new Ht,w=null,F=null,I=new Yn;I.viewport=new Ee;let D=new Yn;D.viewport=new Ee;let z=[I,D],V=new Ac,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let mt=C[Q];return mt===void 0&&(mt=new io,C[Q]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(Q){let mt=C[Q];return mt===void 0&&(mt=new io,C[Q]=mt),mt.getGripSpace()},this.getHand=function(Q){let mt=C[Q];return mt===void 0&&(mt=new io,C[Q]=mt),mt.getHandSpace()};function q(Q){let mt=T.indexOf(Q.inputSource);if(mt===-1)return;let xt=C[mt];xt!==void 0&&(xt.update(Q.inputSource,Q.frame,c||o),xt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function G(){i.removeEventListener("select",q),i.removeEventListener("selectstart",q),i.removeEventListener("selectend",q),i.removeEventListener("squeeze",q),i.removeEventListener("squeezestart",q),i.removeEventListener("squeezeend",q),i.removeEventListener("end",G),i.removeEventListener("inputsourceschange",lt);for(let Q=0;Q<C.length;Q++){let mt=T[Q];mt!==null&&(T[Q]=null,C[Q].disconnect(mt))}N=null,H=null,g.reset();for(let Q in m)delete m[Q];if(t.setRenderTarget(E),f=null,d=null,u=null,i=null,v=null,ut.stop(),n.isPresenting=!1,t.setPixelRatio(w),t.setSize(_.width,_.height,!1),F!==null){let Q=F.camera;Q.fov=F.fov,Q.zoom=F.zoom,Q.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&Zt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&Zt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(i,e)),u},this.getFrame=function(){return p},this.getSession=function(){return i},this.setSession=async function(Q){if(i=Q,i!==null){if(E=t.getRenderTarget(),i.addEventListener("select",q),i.addEventListener("selectstart",q),i.addEventListener("selectend",q),i.addEventListener("squeeze",q),i.addEventListener("squeezestart",q),i.addEventListener("squeezeend",q),i.addEventListener("end",G),i.addEventListener("inputsourceschange",lt),S.xrCompatible!==!0&&await e.makeXRCompatible(),w=t.getPixelRatio(),t.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,Et=null,Mt=null;S.depth&&(Mt=S.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=S.stencil?bs:xs,Et=S.stencil?ur:bi);let qt={colorFormat:e.RGBA8,depthFormat:Mt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(qt),i.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),v=new di(d.textureWidth,d.textureHeight,{format:ui,type:ii,depthTexture:new vs(d.textureWidth,d.textureHeight,Et,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:S.stencil,colorSpace:t.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xt={antialias:S.antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(i,e,xt),i.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new di(f.framebufferWidth,f.framebufferHeight,{format:ui,type:ii,colorSpace:t.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await i.requestReferenceSpace(a),ut.setContext(i),ut.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(i!==null)return i.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function lt(Q){for(let mt=0;mt<Q.removed.length;mt++){let xt=Q.removed[mt],Et=T.indexOf(xt);Et>=0&&(T[Et]=null,C[Et].disconnect(xt))}for(let mt=0;mt<Q.added.length;mt++){let xt=Q.added[mt],Et=T.indexOf(xt);if(Et===-1){for(let qt=0;qt<C.length;qt++)if(qt>=T.length){T.push(xt),Et=qt;break}else if(T[qt]===null){T[qt]=xt,Et=qt;break}if(Et===-1)break}let Mt=C[Et];Mt&&Mt.connect(xt)}}function $(Q,mt){mt===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(mt.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(i===null)return;let mt=Q.near,xt=Q.far;g.texture!==null&&(g.depthNear>0&&(mt=g.depthNear),g.depthFar>0&&(xt=g.depthFar)),V.near=D.near=I.near=mt,V.far=D.far=I.far=xt,(N!==V.near||H!==V.far)&&(i.updateRenderState({depthNear:V.near,depthFar:V.far}),N=V.near,H=V.far),V.layers.mask=Q.layers.mask|6,I.layers.mask=V.layers.mask&-5,D.layers.mask=V.layers.mask&-3;let Et=Q.parent,Mt=V.cameras;$(V,Et);for(let qt=0;qt<Mt.length;qt++)$(Mt[qt],Et);V.projectionMatrix.copy(I.projectionMatrix),V.projectionMatrixInverse.copy(I.projectionMatrixInverse),F===null&&Q.isPerspectiveCamera&&(F={camera:Q,fov:Q.fov,zoom:Q.zoom}),K(Q,V,Et)};function K(Q,mt,xt){xt===null?Q.matrix.copy(mt.matrixWorld):(Q.matrix.copy(xt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(mt.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(mt.projectionMatrix),Q.projectionMatrixInverse.copy(mt.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=to*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(V)},this.getCameraTexture=function(Q){return m[Q]};let tt=null;function dt(Q,mt){if(h=mt.getViewerPose(c||o),p=mt,h!==null){let xt=h.views;f!==null&&(t.setRenderTargetFramebuffer(v,f.framebuffer),t.setRenderTarget(v));let Et=!1;xt.length!==V.cameras.length&&(V.cameras.length=0,Et=!0);for(let Wt=0;Wt<xt.length;Wt++){let fe=xt[Wt],he=null;if(f!==null)he=f.getViewport(fe);else{let Xe=u.getViewSubImage(d,fe);he=Xe.viewport,Wt===0&&(t.setRenderTargetTextures(v,Xe.colorTexture,Xe.depthStencilTexture),t.setRenderTarget(v))}let se=z[Wt];se===void 0&&(se=new Yn,se.layers.enable(Wt),se.viewport=new Ee,z[Wt]=se),se.matrix.fromArray(fe.transform.matrix),se.matrix.decompose(se.position,se.quaternion,se.scale),se.projectionMatrix.fromArray(fe.projectionMatrix),se.projectionMatrixInverse.copy(se.projectionMatrix).invert(),se.viewport.set(he.x,he.y,he.width,he.height),Wt===0&&(V.matrix.copy(se.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),Et===!0&&V.cameras.push(se)}let Mt=i.enabledFeatures;if(Mt&&Mt.includes("depth-sensing")&&i.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Wt=u.getDepthInformation(xt[0]);Wt&&Wt.isValid&&Wt.texture&&g.init(Wt,i.renderState)}if(Mt&&Mt.includes("camera-access")&&y){t.state.unbindTexture(),u=n.getBinding();for(let Wt=0;Wt<xt.length;Wt++){let fe=xt[Wt].camera;if(fe){let he=m[fe];he||(he=new fa,m[fe]=he);let se=u.getCameraImage(fe);he.sourceTexture=se}}}}for(let xt=0;xt<C.length;xt++){let Et=T[xt],Mt=C[xt];Et!==null&&Mt!==void 0&&Mt.update(Et,mt,c||o)}tt&&tt(Q,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),p=null}let ut=new sg;ut.setAnimationLoop(dt),this.setAnimationLoop=function(Q){tt=Q},this.dispose=function(){}}},Ib=new Ot,pg=new ie;pg.set(-1,0,0,0,1,0,0,0,1);function Lb(s,t){function e(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function n(g,m){m.color.getRGB(g.fogColor.value,Ud(s)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function i(g,m,S,E,v){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(g,m):m.isMeshLambertMaterial?(r(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(g,m),u(g,m)):m.isMeshPhongMaterial?(r(g,m),h(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(g,m),d(g,m),m.isMeshPhysicalMaterial&&f(g,m,v)):m.isMeshMatcapMaterial?(r(g,m),p(g,m)):m.isMeshDepthMaterial?r(g,m):m.isMeshDistanceMaterial?(r(g,m),y(g,m)):m.isMeshNormalMaterial?r(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,S,E):m.isSpriteMaterial?c(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(g.map.value=m.map,e(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,e(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===Jn&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,e(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===Jn&&g.normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,e(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,e(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,e(m.specularMap,g.specularMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let S=t.get(m),E=S.envMap,v=S.envMapRotation;E&&(g.envMap.value=E,g.envMapRotation.value.setFromMatrix4(Ib.makeRotationFromEuler(v)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(pg),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,e(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,e(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,e(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.scale.value=m.scale}function l(g,m,S,E){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*S,g.scale.value=E*.5,m.map&&(g.map.value=m.map,e(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.rotation,m.map&&(g.map.value=m.map,e(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,e(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function h(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function u(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function d(g,m){g.metalness.value=m.metalness,m.metalnessMap&&(g.metalnessMap.value=m.metalnessMap,e(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,e(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function f(g,m,S){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=m.diffuseRoughnessMap,e(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,e(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,e(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,e(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,e(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,e(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Jn&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,e(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,e(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=m.transmission,g.transmissionSamplerMap.value=S.texture,g.transmissionSamplerSize.value.set(S.width,S.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,e(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,e(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,e(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=m.specularColorMap,e(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,e(m.specularIntensityMap,g.specularIntensityMapTransform))}function p(g,m){m.matcap&&(g.matcap.value=m.matcap)}function y(g,m){let S=t.get(m).light;g.referencePosition.value.setFromMatrixPosition(S.matrixWorld),g.nearDistance.value=S.shadow.camera.near,g.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:i}}function Db(s,t,e,n){let i={},r={};function o(S,E){let v=E.program;n.uniformBlockBinding(S,v,i[S.id])}function a(S,E){let v=i[S.id];v===void 0&&(p(S),v=l(S),i[S.id]=v,S.addEventListener("dispose",g));let C=E.program;n.updateUBOMapping(S,C);let T=t.render.frame;r[S.id]!==T&&(c(S),r[S.id]=T)}function l(S){let E=s.createBuffer(),v=S.__size,C=S.usage;return s.bindBuffer(s.UNIFORM_BUFFER,E),s.bufferData(s.UNIFORM_BUFFER,v,C),s.bindBuffer(s.UNIFORM_BUFFER,null),E}function c(S){let E=i[S.id],v=S.uniforms,C=S.__cache;s.bindBuffer(s.UNIFORM_BUFFER,E);for(let T=0,_=v.length;T<_;T++){let w=v[T];if(Array.isArray(w))for(let F=0,I=w.length;F<I;F++)h(w[F],T,F,C);else h(w,T,0,C)}s.bindBuffer(s.UNIFORM_BUFFER,null)}function h(S,E,v,C){if(d(S,E,v,C)===!0){let T=S.__offset,_=S.value;if(Array.isArray(_)){let w=0;for(let F=0;F<_.length;F++){let I=_[F],D=y(I,!0);u(I,S.__data,w),w+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,S.__data,0);s.bufferSubData(s.UNIFORM_BUFFER,T,S.__data)}}function u(S,E,v){typeof S=="number"||typeof S=="boolean"?E[v]=S:S.isMatrix3?(E[v]=S.elements[0],E[v+1]=S.elements[1],E[v+2]=S.elements[2],E[v+3]=0,E[v+4]=S.elements[3],E[v+5]=S.elements[4],E[v+6]=S.elements[5],E[v+7]=0,E[v+8]=S.elements[6],E[v+9]=S.elements[7],E[v+10]=S.elements[8],E[v+11]=0):ArrayBuffer.isView(S)?E.set(S.subarray(0,E.length-v),v):S.toArray(E,v)}function d(S,E,v,C){let T=S.value,_=E+"_"+v;if(Array.isArray(T)){C[_]===void 0&&(C[_]=[]);let w=C[_],F=!1;for(let I=0;I<T.length;I++)f(T[I],w,I)===!0&&(F=!0);return F}return f(T,C,_)}function f(S,E,v){if(E[v]===void 0)return typeof S=="number"||typeof S=="boolean"?E[v]=S:ArrayBuffer.isView(S)?E[v]=S.slice():E[v]=S.clone(),!0;{let C=E[v];if(typeof S=="number"||typeof S=="boolean"){if(C!==S)return E[v]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(C.equals(S)===!1)return C.copy(S),!0}}return!1}function p(S){let E=S.uniforms,v=0,C=16;for(let _=0,w=E.length;_<w;_++){let F=Array.isArray(E[_])?E[_]:[E[_]];for(let I=0,D=F.length;I<D;I++){let z=F[I],V=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(E[_])||Array.isArray(z.value),H=v;for(let G=0,lt=V.length;G<lt;G++){let $=V[G],K=y($,N),tt=v%C,dt=tt%K.boundary,ut=tt+dt;v+=dt,ut!==0&&C-ut<K.storage&&(v+=C-ut),G===0&&(H=v),v+=K.storage}let q=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new q((v-H)/Float32Array.BYTES_PER_ELEMENT),z.__offset=H}}let T=v%C;return T>0&&(v+=C-T),S.__size=v,S.__cache={},this}function y(S,E){let v={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(v.boundary=4,v.storage=4):S.isVector2?(v.boundary=8,v.storage=8):S.isVector3||S.isColor?(v.boundary=16,v.storage=12):S.isVector4?(v.boundary=16,v.storage=16):S.isMatrix3?(v.boundary=16,v.storage=48):S.isMatrix4?(v.boundary=16,v.storage=64):S.isTexture?Zt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(v.boundary=16,v.storage=S.byteLength):Zt("WebGLRenderer: Unsupported uniform value type.",S),E===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function g(S){let E=S.target;E.removeEventListener("dispose",g),s.deleteBuffer(i[E.id]),delete i[E.id],delete r[E.id]}function m(){for(let S in i)s.deleteBuffer(i[S]);i={},r={}}return{bind:o,update:a,dispose:m}}var Nb=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),es=null;function Ub(){return es===null&&(es=new zs(Nb,16,16,Xs,Ni),es.name="DFG_LUT",es.minFilter=$n,es.magFilter=$n,es.wrapS=$i,es.wrapT=$i,es.generateMipmaps=!1,es.needsUpdate=!0),es}var gh=class{constructor(t={}){let{canvas:e=Pm(),context:n=null,depth:i=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ii}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=f,g=new Set([Uc,Nc,La]),m=new Set([ii,bi,fo,ur,Ic,Lc]),S=new Uint32Array(4),E=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},C=null,T=null,_=[],w=[],F=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Qi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,D=!1,z=null,V=null,N=null,H=null;this._outputColorSpace=qn;let q=0,G=0,lt=null,$=-1,K=null,tt=new Ee,dt=new Ee,ut=null,Q=new Jt(0),mt=0,xt=e.width,Et=e.height,Mt=1,qt=null,oe=null,Wt=new Ee(0,0,xt,Et),fe=new Ee(0,0,xt,Et),he=!1,se=new ys,Xe=new aa,Oe=!1,rn=!1,Le=new Ot,Sn=new P,ve=new Ee,fn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Je=!1;function on(){return lt===null?Mt:1}let B=n;function Rt(A,k){return e.getContext(A,k)}let Kt,ae,bt,Ne,Vt,$t,R,M,X,ht,rt,_t,yt,et,it,pt,O,st,nt,wt,gt,St,Xt;try{let A={alpha:!0,depth:i,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Bt,!1),e.addEventListener("webglcontextrestored",te,!1),e.addEventListener("webglcontextcreationerror",Ct,!1),B===null){let k="webgl2";if(B=Rt(k,A),B===null)throw Rt(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Qt()}catch(A){throw e.removeEventListener("webglcontextlost",Bt,!1),e.removeEventListener("webglcontextrestored",te,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),ee("WebGLRenderer: "+A.message),A}function Qt(){Kt=new qS(B),Kt.init(),gt=new Cb(B,Kt),ae=new US(B,Kt,t,gt),bt=new Tb(B,Kt),ae.reversedDepthBuffer&&d&&bt.buffers.depth.setReversed(!0),V=B.createFramebuffer(),N=B.createFramebuffer(),H=B.createFramebuffer(),Ne=new ZS(B),Vt=new db,$t=new Eb(B,Kt,bt,Vt,ae,gt,Ne),R=new XS(I),M=new Kx(B),St=new DS(B,M),X=new YS(B,M,Ne,St),ht=new KS(B,X,M,St,Ne),st=new JS(B,ae,$t),it=new FS(Vt),rt=new ub(I,R,Kt,ae,St,it),_t=new Lb(I,Vt),yt=new pb,et=new vb(Kt),O=new LS(I,R,bt,ht,p,l),pt=new Ab(I,ht,ae),Xt=new Db(B,Ne,ae,bt),nt=new NS(B,Kt,Ne),wt=new $S(B,Kt,Ne),Ne.programs=rt.programs,I.capabilities=ae,I.extensions=Kt,I.properties=Vt,I.renderLists=yt,I.shadowMap=pt,I.state=bt,I.info=Ne}y!==ii&&(F=new QS(y,e.width,e.height,a,i,r));let ct=new $d(I,B);this.xr=ct,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let A=Kt.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=Kt.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Mt},this.setPixelRatio=function(A){A!==void 0&&(Mt=A,this.setSize(xt,Et,!1))},this.getSize=function(A){return A.set(xt,Et)},this.setSize=function(A,k,j=!0){if(ct.isPresenting){Zt("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=A,Et=k,e.width=Math.floor(A*Mt),e.height=Math.floor(k*Mt),j===!0&&(e.style.width=A+"px",e.style.height=k+"px"),F!==null&&F.setSize(e.width,e.height),this.setViewport(0,0,A,k)},this.getDrawingBufferSize=function(A){return A.set(xt*Mt,Et*Mt).floor()},this.setDrawingBufferSize=function(A,k,j){xt=A,Et=k,Mt=j,e.width=Math.floor(A*j),e.height=Math.floor(k*j),this.setViewport(0,0,A,k)},this.setEffects=function(A){if(y===ii){ee("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let k=0;k<A.length;k++)if(A[k].isOutputPass===!0){Zt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(tt)},this.getViewport=function(A){return A.copy(Wt)},this.setViewport=function(A,k,j,Y){A.isVector4?Wt.set(A.x,A.y,A.z,A.w):Wt.set(A,k,j,Y),bt.viewport(tt.copy(Wt).multiplyScalar(on()).round())},this.getScissor=function(A){return A.copy(fe)},this.setScissor=function(A,k,j,Y){A.isVector4?fe.set(A.x,A.y,A.z,A.w):fe.set(A,k,j,Y),bt.scissor(dt.copy(fe).multiplyScalar(on()).round())},this.getScissorTest=function(){return he},this.setScissorTest=function(A){bt.setScissorTest(he=A)},this.setOpaqueSort=function(A){qt=A},this.setTransparentSort=function(A){oe=A},this.getClearColor=function(A){return A.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(A=!0,k=!0,j=!0){let Y=0;if(A){let Z=!1;if(lt!==null){let At=lt.texture.format;Z=g.has(At)}if(Z){let At=lt.texture.type,It=m.has(At),Tt=O.getClearColor(),Lt=O.getClearAlpha(),kt=Tt.r,ne=Tt.g,pe=Tt.b;It?(S[0]=kt,S[1]=ne,S[2]=pe,S[3]=Lt,B.clearBufferuiv(B.COLOR,0,S)):(E[0]=kt,E[1]=ne,E[2]=pe,E[3]=Lt,B.clearBufferiv(B.COLOR,0,E))}else Y|=B.COLOR_BUFFER_BIT}k&&(Y|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Y|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&B.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),z=A},this.dispose=function(){e.removeEventListener("webglcontextlost",Bt,!1),e.removeEventListener("webglcontextrestored",te,!1),e.removeEventListener("webglcontextcreationerror",Ct,!1),O.dispose(),yt.dispose(),et.dispose(),$t.dispose(),Vt.dispose(),R.dispose(),ht.dispose(),X.dispose(),St.dispose(),Xt.dispose(),rt.dispose(),ct.dispose(),ct.removeEventListener("sessionstart",nl),ct.removeEventListener("sessionend",Bi),os.stop()};function Bt(A){A.preventDefault(),ea("WebGLRenderer: Context Lost."),D=!0}function te(){ea("WebGLRenderer: Context Restored."),D=!1;let A=Ne.autoReset,k=pt.enabled,j=pt.autoUpdate,Y=pt.needsUpdate,Z=pt.type;Qt(),Ne.autoReset=A,pt.enabled=k,pt.autoUpdate=j,pt.needsUpdate=Y,pt.type=Z}function Ct(A){ee("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function ce(A){let k=A.target;k.removeEventListener("dispose",ce),ze(k)}function ze(A){kn(A),Vt.remove(A)}function kn(A){let k=Vt.get(A).programs;k!==void 0&&(k.forEach(function(j){rt.releaseProgram(j)}),A.isShaderMaterial&&rt.releaseShaderCache(A))}this.renderBufferDirect=function(A,k,j,Y,Z,At){k===null&&(k=fn);let It=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Tt=No(A,k,j,Y,Z);bt.setMaterial(Y,It);let Lt=j.index,kt=1;if(Y.wireframe===!0){if(Lt=X.getWireframeAttribute(j),Lt===void 0)return;kt=2}let ne=j.drawRange,pe=j.attributes.position,zt=ne.start*kt,me=(ne.start+ne.count)*kt;At!==null&&(zt=Math.max(zt,At.start*kt),me=Math.min(me,(At.start+At.count)*kt)),Lt!==null?(zt=Math.max(zt,0),me=Math.min(me,Lt.count)):pe!=null&&(zt=Math.max(zt,0),me=Math.min(me,pe.count));let $e=me-zt;if($e<0||$e===1/0)return;St.setup(Z,Y,Tt,j,Lt);let Re,Pe=nt;if(Lt!==null&&(Re=M.get(Lt),Pe=wt,Pe.setIndex(Re)),Z.isMesh)Y.wireframe===!0?(bt.setLineWidth(Y.wireframeLinewidth*on()),Pe.setMode(B.LINES)):Pe.setMode(B.TRIANGLES);else if(Z.isLine){let pn=Y.linewidth;pn===void 0&&(pn=1),bt.setLineWidth(pn*on()),Z.isLineSegments?Pe.setMode(B.LINES):Z.isLineLoop?Pe.setMode(B.LINE_LOOP):Pe.setMode(B.LINE_STRIP)}else Z.isPoints?Pe.setMode(B.POINTS):Z.isSprite&&Pe.setMode(B.TRIANGLES);if(Z.isBatchedMesh)if(Kt.get("WEBGL_multi_draw"))Pe.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let pn=Z._multiDrawStarts,Ut=Z._multiDrawCounts,an=Z._multiDrawCount,xe=Lt?M.get(Lt).bytesPerElement:1,ls=Vt.get(Y).currentProgram.getUniforms();for(let ln=0;ln<an;ln++)ls.setValue(B,"_gl_DrawID",ln),Pe.render(pn[ln]/xe,Ut[ln])}else if(Z.isInstancedMesh)Pe.renderInstances(zt,$e,Z.count);else if(j.isInstancedBufferGeometry){let pn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ut=Math.min(j.instanceCount,pn);Pe.renderInstances(zt,$e,Ut)}else Pe.render(zt,$e)};function Io(A,k,j,Y){z!==null&&A.isNodeMaterial&&z.setObject(Y,A),Oe===!0&&it.setState(A,j,!1),A.transparent===!0&&A.side===Kn&&A.forceSinglePass===!1?(A.side=Jn,A.needsUpdate=!0,zi(A,k,Y),A.side=ji,A.needsUpdate=!0,zi(A,k,Y),A.side=Kn):zi(A,k,Y)}this.compile=function(A,k,j=null){j===null&&(j=A),z!==null&&z.renderStart(A,k,j),T=et.get(j),T.init(k),w.push(T),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),A!==j&&A.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),rn=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,rn),Oe===!0&&it.setGlobalState(this.clippingPlanes,k),z!==null&&pt.render(T.state.shadowsArray,j,k);let Y=new Set;return A.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let At=Z.material;if(At)if(Array.isArray(At))for(let It=0;It<At.length;It++){let Tt=At[It];Io(Tt,j,k,Z),Y.add(Tt)}else Io(At,j,k,Z),Y.add(At)}),T=w.pop(),z!==null&&z.renderEnd(),Y},this.compileAsync=function(A,k,j=null){let Y=this.compile(A,k,j);return new Promise(Z=>{function At(){if(Y.forEach(function(It){let Lt=Vt.get(It).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(It)}),Y.size===0){Z(A);return}setTimeout(At,10)}Kt.get("KHR_parallel_shader_compile")!==null?At():setTimeout(At,10)})};let br=null;function su(A){br&&br(A)}function nl(){os.stop()}function Bi(){os.start()}let os=new sg;os.setAnimationLoop(su),typeof self<"u"&&os.setContext(self),this.setAnimationLoop=function(A){br=A,ct.setAnimationLoop(A),A===null?os.stop():os.start()},ct.addEventListener("sessionstart",nl),ct.addEventListener("sessionend",Bi),this.render=function(A,k){if(k!==void 0&&k.isCamera!==!0){ee("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(A,k);let j=ct.enabled===!0&&ct.isPresenting===!0,Y=F!==null&&(lt===null||j)&&F.begin(I,lt);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),ct.enabled===!0&&ct.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(ct.cameraAutoUpdate===!0&&ct.updateCamera(k),k=ct.getCamera()),A.isScene===!0&&A.onBeforeRender(I,A,k,lt),T=et.get(A,w.length),T.init(k),T.state.textureUnits=$t.getTextureUnits(),w.push(T),Le.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Xe.setFromArrayCamera(k):se.setFromProjectionMatrix(Le,vi,k.reversedDepth),rn=this.localClippingEnabled,Oe=it.init(this.clippingPlanes,rn),C=yt.get(A,_.length),C.init(),_.push(C),this.info.render.frame++,ct.enabled===!0&&ct.isPresenting===!0){let It=I.xr.getDepthSensingMesh();It!==null&&as(It,k,-1/0,I.sortObjects)}as(A,k,0,I.sortObjects),C.finish(),z!==null&&z.updateLights(T.state.lightsArray),I.sortObjects===!0&&C.sort(qt,oe),Je=ct.enabled===!1||ct.isPresenting===!1||ct.hasDepthSensing()===!1,Je&&O.addToRenderList(C,A),this.info.autoReset===!0&&this.info.reset(),Oe===!0&&it.beginShadows();let Z=T.state.shadowsArray;if(pt.render(Z,A,k),Oe===!0&&it.endShadows(),(Y&&F.hasRenderPass())===!1){let It=C.opaque,Tt=C.transmissive;if(T.setupLights(),k.isArrayCamera){let Lt=k.cameras;if(Tt.length>0)for(let kt=0,ne=Lt.length;kt<ne;kt++){let pe=Lt[kt];Ei(It,Tt,A,pe)}Je&&O.render(A);for(let kt=0,ne=Lt.length;kt<ne;kt++){let pe=Lt[kt];Lo(C,A,pe,pe.viewport)}}else Tt.length>0&&Ei(It,Tt,A,k),Je&&O.render(A),Lo(C,A,k)}lt!==null&&G===0&&($t.updateMultisampleRenderTarget(lt),$t.updateRenderTargetMipmap(lt)),Y&&F.end(I),A.isScene===!0&&A.onAfterRender(I,A,k),St.resetDefaultState(),$=-1,K=null,w.pop(),w.length>0?(T=w[w.length-1],$t.setTextureUnits(T.state.textureUnits),Oe===!0&&it.setGlobalState(I.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?C=_[_.length-1]:C=null,z!==null&&z.renderEnd()};function as(A,k,j,Y){if(A.visible===!1)return;if(A.layers.test(k.layers)){if(A.isGroup)j=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(k);else if(A.isLight)T.pushLight(A),A.castShadow&&T.pushShadow(A);else if(A.isSprite){let It=k.isArrayCamera?Xe:se;if(!A.frustumCulled||A.intersectsFrustum(It)){Y&&ve.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Le);let Tt=ht.update(A),Lt=A.material;Lt.visible&&C.push(A,Tt,Lt,j,ve.z,null,k)}}else if(A.isMesh||A.isLine||A.isPoints){let It=k.isArrayCamera?Xe:se;if(!A.frustumCulled||A.intersectsFrustum(It)){let Tt=ht.update(A),Lt=A.material;if(Y&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),ve.copy(A.boundingSphere.center)):(Tt.boundingSphere===null&&Tt.computeBoundingSphere(),ve.copy(Tt.boundingSphere.center)),ve.applyMatrix4(A.matrixWorld).applyMatrix4(Le)),Array.isArray(Lt)){let kt=Tt.groups;for(let ne=0,pe=kt.length;ne<pe;ne++){let zt=kt[ne],me=Lt[zt.materialIndex];me&&me.visible&&C.push(A,Tt,me,j,ve.z,zt,k)}}else Lt.visible&&C.push(A,Tt,Lt,j,ve.z,null,k)}}}let At=A.children;for(let It=0,Tt=At.length;It<Tt;It++)as(At[It],k,j,Y)}function Lo(A,k,j,Y){let{opaque:Z,transmissive:At,transparent:It}=A;T.setupLightsView(j),Oe===!0&&it.setGlobalState(I.clippingPlanes,j),Y&&bt.viewport(tt.copy(Y)),Z.length>0&&Ke(Z,k,j),At.length>0&&Ke(At,k,j),It.length>0&&Ke(It,k,j),bt.buffers.depth.setTest(!0),bt.buffers.depth.setMask(!0),bt.buffers.color.setMask(!0),bt.setPolygonOffset(!1)}function Ei(A,k,j,Y){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Y.id]===void 0){let zt=Kt.has("EXT_color_buffer_half_float")||Kt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Y.id]=new di(1,1,{generateMipmaps:!0,type:zt?Ni:ii,minFilter:Ms,samples:Math.max(4,ae.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_e.workingColorSpace})}let At=T.state.transmissionRenderTarget[Y.id],It=Y.viewport||tt;At.setSize(It.z*I.transmissionResolutionScale,It.w*I.transmissionResolutionScale);let Tt=I.getRenderTarget(),Lt=I.getActiveCubeFace(),kt=I.getActiveMipmapLevel();I.setRenderTarget(At),I.getClearColor(Q),mt=I.getClearAlpha(),mt<1&&I.setClearColor(16777215,.5),I.clear(),Je&&O.render(j);let ne=I.toneMapping;I.toneMapping=Qi;let pe=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),T.setupLightsView(Y),Oe===!0&&it.setGlobalState(I.clippingPlanes,Y),Ke(A,j,Y),$t.updateMultisampleRenderTarget(At),$t.updateRenderTargetMipmap(At),Kt.has("WEBGL_multisampled_render_to_texture")===!1){let zt=!1;for(let me=0,$e=k.length;me<$e;me++){let Re=k[me],{object:Pe,geometry:pn,material:Ut,group:an}=Re;if(Ut.side===Kn&&Pe.layers.test(Y.layers)){let xe=Ut.side;Ut.side=Jn,Ut.needsUpdate=!0,nn(Pe,j,Y,pn,Ut,an),Ut.side=xe,Ut.needsUpdate=!0,zt=!0}}zt===!0&&($t.updateMultisampleRenderTarget(At),$t.updateRenderTargetMipmap(At))}I.setRenderTarget(Tt,Lt,kt),I.setClearColor(Q,mt),pe!==void 0&&(Y.viewport=pe),I.toneMapping=ne}function Ke(A,k,j){let Y=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,At=A.length;Z<At;Z++){let It=A[Z],{object:Tt,geometry:Lt,group:kt}=It,ne=It.material;ne.allowOverride===!0&&Y!==null&&(ne=Y),Tt.layers.test(j.layers)&&nn(Tt,k,j,Lt,ne,kt)}}function nn(A,k,j,Y,Z,At){z!==null&&Z.isNodeMaterial&&z.setObject(A,Z),A.onBeforeRender(I,k,j,Y,Z,At),A.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),Z.onBeforeRender(I,k,j,Y,A,At),Z.transparent===!0&&Z.side===Kn&&Z.forceSinglePass===!1?(Z.side=Jn,Z.needsUpdate=!0,I.renderBufferDirect(j,k,Y,Z,A,At),Z.side=ji,Z.needsUpdate=!0,I.renderBufferDirect(j,k,Y,Z,A,At),Z.side=Kn):I.renderBufferDirect(j,k,Y,Z,A,At),A.onAfterRender(I,k,j,Y,Z,At)}function sn(A){let k=0;for(let j of A)j.texture!==null&&k++;return k}function zi(A,k,j){k.isScene!==!0&&(k=fn);let Y=Vt.get(A),Z=T.state.lights,At=T.state.shadowsArray,It=Z.state.version,Tt=rt.getParameters(A,Z.state,At,k,j,T.state.lightProbeGridArray),Lt=rt.getProgramCacheKey(Tt),kt=Y.programs;Y.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?k.environment:null,Y.fog=k.fog;let ne=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;Y.envMap=R.get(A.envMap||Y.environment,ne),Y.envMapRotation=Y.environment!==null&&A.envMap===null?k.environmentRotation:A.envMapRotation,kt===void 0&&(A.addEventListener("dispose",ce),kt=new Map,Y.programs=kt,Y.programVariants=new Map);let pe=kt.get(Lt);if(pe!==void 0){if(Y.currentProgram===pe&&Y.lightsStateVersion===It)return Do(A,Tt),pe}else Tt.uniforms=rt.getUniforms(A),z!==null&&A.isNodeMaterial&&z.build(A,j,Tt),A.onBeforeCompile(Tt,I),pe=rt.acquireProgram(Tt,Lt),kt.set(Lt,pe),Y.uniforms=Tt.uniforms;let zt=Y.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(zt.clippingPlanes=it.uniform),Do(A,Tt),Y.needsLights=Cs(A),Y.lightsStateVersion=It,Y.needsLights&&(zt.ambientLightColor.value=Z.state.ambient,zt.lightProbe.value=Z.state.probe,zt.sunLights.value=Z.state.sun,zt.sunLightShadows.value=Z.state.sunShadow,zt.directionalLights.value=Z.state.directional,zt.directionalLightShadows.value=Z.state.directionalShadow,zt.spotLights.value=Z.state.spot,zt.spotLightShadows.value=Z.state.spotShadow,zt.rectAreaLights.value=Z.state.rectArea,zt.ltc_1.value=Z.state.rectAreaLTC1,zt.ltc_2.value=Z.state.rectAreaLTC2,zt.pointLights.value=Z.state.point,zt.pointLightShadows.value=Z.state.pointShadow,zt.hemisphereLights.value=Z.state.hemi,zt.sunShadowMatrix.value=Z.state.sunShadowMatrix,zt.sunShadowCascade.value=Z.state.sunShadowCascade,zt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,zt.spotLightMatrix.value=Z.state.spotLightMatrix,zt.spotLightMap.value=Z.state.spotLightMap,zt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=sn(T.state.lightProbeGridArray),Y.currentProgram=pe,Y.uniformsList=null,pe}function si(A,k,j,Y,Z){let At=Vt.get(A),It=At.currentProgram.id+","+Y+","+Z,Tt=At.programVariants.get(It);return Tt===void 0?(Tt=zi(A,k,j),At.programVariants.set(It,Tt)):(At.currentProgram=Tt,At.uniformsList=null,At.outputColorSpace=Y,At.toneMapping=Z),Tt}function Es(A){if(A.uniformsList===null){let k=A.currentProgram.getUniforms();A.uniformsList=po.seqWithValue(k.seq,A.uniforms)}return A.uniformsList}function Do(A,k){let j=Vt.get(A);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function No(A,k,j,Y,Z){k.isScene!==!0&&(k=fn),$t.resetTextureUnits();let At=k.fog,It=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?k.environment:null,Tt=lt===null?I.outputColorSpace:lt.isXRRenderTarget===!0?lt.texture.colorSpace:_e.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,kt=R.get(Y.envMap||It,Lt),ne=Y.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,pe=!!j.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),zt=!!j.morphAttributes.position,me=!!j.morphAttributes.normal,$e=!!j.morphAttributes.color,Re=Qi;Y.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Re=I.toneMapping);let Pe=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,pn=Pe!==void 0?Pe.length:0,Ut=Vt.get(Y),an=T.state.lights;if(Oe===!0&&(rn===!0||A!==K)){let Ie=A===K&&Y.id===$;it.setState(Y,A,Ie)}let xe=!1,ls=!1;Y.version===Ut.__version?Ut.needsLights&&Ut.lightsStateVersion!==an.state.version||Z.isBatchedMesh&&Ut.batching===!1||!Z.isBatchedMesh&&Ut.batching===!0||Z.isBatchedMesh&&Ut.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ut.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ut.instancing===!1||!Z.isInstancedMesh&&Ut.instancing===!0||Z.isSkinnedMesh&&Ut.skinning===!1||!Z.isSkinnedMesh&&Ut.skinning===!0||Z.isInstancedMesh&&Ut.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ut.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ut.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ut.instancingMorph===!1&&Z.morphTexture!==null||Ut.envMap!==kt||Y.fog===!0&&Ut.fog!==At||Ut.numClippingPlanes!==void 0&&(Ut.numClippingPlanes!==it.numPlanes||Ut.numIntersection!==it.numIntersection)||Ut.vertexAlphas!==ne||Ut.vertexTangents!==pe||Ut.morphTargets!==zt||Ut.morphNormals!==me||Ut.morphColors!==$e||Ut.morphTargetsCount!==pn||Ut.numLightProbeGrids!==sn(T.state.lightProbeGridArray)?xe=!0:(Ut.outputColorSpace!==Tt||Ut.toneMapping!==Re)&&(ls=!0):(xe=!0,Ut.__version=Y.version);let ln=Ut.currentProgram;(xe===!0||ls===!0)&&(ln=ls===!0?si(Y,k,Z,Tt,Re):zi(Y,k,Z),z&&Y.isNodeMaterial&&z.onUpdateProgram(Y,ln,Ut));let Tr=!1,ki=!1,cs=!1,ue=ln.getUniforms(),je=Ut.uniforms;if(bt.useProgram(ln.program)&&(Tr=!0,ki=!0,cs=!0),Y.id!==$&&($=Y.id,ki=!0),Tr||K!==A){bt.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ue.setValue(B,"projectionMatrix",A.projectionMatrix),ue.setValue(B,"viewMatrix",A.matrixWorldInverse);let cn=ue.map.cameraPosition;cn!==void 0&&cn.setValue(B,Sn.setFromMatrixPosition(A.matrixWorld)),ae.logarithmicDepthBuffer&&ue.setValue(B,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ue.setValue(B,"isOrthographic",A.isOrthographicCamera===!0),K!==A&&(K=A,ki=!0,cs=!0)}if(Ut.needsLights&&(an.state.sunShadowMap.length>0&&ue.setValue(B,"sunShadowMap",an.state.sunShadowMap,$t),an.state.directionalShadowMap.length>0&&ue.setValue(B,"directionalShadowMap",an.state.directionalShadowMap,$t),an.state.spotShadowMap.length>0&&ue.setValue(B,"spotShadowMap",an.state.spotShadowMap,$t),an.state.pointShadowMap.length>0&&ue.setValue(B,"pointShadowMap",an.state.pointShadowMap,$t)),Z.isSkinnedMesh){ue.setOptional(B,Z,"bindMatrix"),ue.setOptional(B,Z,"bindMatrixInverse");let Ie=Z.skeleton;Ie&&(Ie.boneTexture===null&&Ie.computeBoneTexture(),ue.setValue(B,"boneTexture",Ie.boneTexture,$t))}Z.isBatchedMesh&&(ue.setOptional(B,Z,"batchingTexture"),ue.setValue(B,"batchingTexture",Z._matricesTexture,$t),ue.setOptional(B,Z,"batchingIdTexture"),ue.setValue(B,"batchingIdTexture",Z._indirectTexture,$t),ue.setOptional(B,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ue.setValue(B,"batchingColorTexture",Z._colorsTexture,$t));let Vn=j.morphAttributes;if((Vn.position!==void 0||Vn.normal!==void 0||Vn.color!==void 0)&&st.update(Z,j,ln),(ki||Ut.receiveShadow!==Z.receiveShadow)&&(Ut.receiveShadow=Z.receiveShadow,ue.setValue(B,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&k.environment!==null&&(je.envMapIntensity.value=k.environmentIntensity),je.dfgLUT!==void 0&&(je.dfgLUT.value=Ub()),ki){if(ue.setValue(B,"toneMappingExposure",I.toneMappingExposure),Ut.needsLights&&wr(je,cs),At&&Y.fog===!0&&_t.refreshFogUniforms(je,At),_t.refreshMaterialUniforms(je,Y,Mt,Et,T.state.transmissionRenderTarget[A.id]),Ut.needsLights&&Ut.numLightProbeGrids>0){let Ie=v,cn=0;for(let Nn of T.state.lightProbeGridArray)Nn.texture!==null&&(Ie.textures[cn]=Nn.texture,Ie.min[cn]=Nn.boundingBox.min,Ie.max[cn]=Nn.boundingBox.max,Ie.resolution[cn]=Nn.resolution,cn++);for(let Nn in Ie)Ie[Nn].length=cn;je.probesSH.value=Ie.textures,je.probesMin.value=Ie.min,je.probesMax.value=Ie.max,je.probesResolution.value=Ie.resolution}po.upload(B,Es(Ut),je,$t)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(po.upload(B,Es(Ut),je,$t),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ue.setValue(B,"center",Z.center),ue.setValue(B,"modelViewMatrix",Z.modelViewMatrix),ue.setValue(B,"normalMatrix",Z.normalMatrix),ue.setValue(B,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Ie=Y.uniformsGroups;for(let cn=0,Nn=Ie.length;cn<Nn;cn++){let il=Ie[cn];Xt.update(il,ln),Xt.bind(il,ln)}}return ln}function wr(A,k){A.ambientLightColor.needsUpdate=k,A.lightProbe.needsUpdate=k,A.sunLights.needsUpdate=k,A.sunLightShadows.needsUpdate=k,A.directionalLights.needsUpdate=k,A.directionalLightShadows.needsUpdate=k,A.pointLights.needsUpdate=k,A.pointLightShadows.needsUpdate=k,A.spotLights.needsUpdate=k,A.spotLightShadows.needsUpdate=k,A.rectAreaLights.needsUpdate=k,A.hemisphereLights.needsUpdate=k}function Cs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(A,k,j){let Y=Vt.get(A);Y.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Vt.get(A.texture).__webglTexture=k,Vt.get(A.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:j,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,k){let j=Vt.get(A);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(A,k=0,j=0){lt=A,q=k,G=j;let Y=null,Z=!1,At=!1;if(A){let Tt=Vt.get(A);if(Tt.__useDefaultFramebuffer!==void 0){bt.bindFramebuffer(B.FRAMEBUFFER,Tt.__webglFramebuffer),tt.copy(A.viewport),dt.copy(A.scissor),ut=A.scissorTest,bt.viewport(tt),bt.scissor(dt),bt.setScissorTest(ut),$=-1;return}else if(Tt.__webglFramebuffer===void 0)$t.setupRenderTarget(A);else if(Tt.__hasExternalTextures)$t.rebindTextures(A,Vt.get(A.texture).__webglTexture,Vt.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let ne=A.depthTexture;if(Tt.__boundDepthTexture!==ne){if(ne!==null&&Vt.has(ne)&&(A.width!==ne.image.width||A.height!==ne.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");$t.setupDepthRenderbuffer(A)}}let Lt=A.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(At=!0);let kt=Vt.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(kt[k])?Y=kt[k][j]:Y=kt[k],Z=!0):A.samples>0&&$t.useMultisampledRTT(A)===!1?Y=Vt.get(A).__webglMultisampledFramebuffer:Array.isArray(kt)?Y=kt[j]:Y=kt,tt.copy(A.viewport),dt.copy(A.scissor),ut=A.scissorTest}else tt.copy(Wt).multiplyScalar(Mt).floor(),dt.copy(fe).multiplyScalar(Mt).floor(),ut=he;if(j!==0&&(Y=V),bt.bindFramebuffer(B.FRAMEBUFFER,Y)&&bt.drawBuffers(A,Y),bt.viewport(tt),bt.scissor(dt),bt.setScissorTest(ut),Z){let Tt=Vt.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+k,Tt.__webglTexture,j)}else if(At){let Tt=k;for(let Lt=0;Lt<A.textures.length;Lt++){let kt=Vt.get(A.textures[Lt]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+Lt,kt.__webglTexture,j,Tt)}}else if(A!==null&&j!==0){let Tt=Vt.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Tt.__webglTexture,j)}$=-1};function Ar(A){let k=Vt.get(A);return(k.__readFormat!==A.format||k.__readType!==A.type)&&(k.__readFormat=A.format,k.__readType=A.type,k.__formatReadable=ae.textureFormatReadable(A.format),k.__typeReadable=ae.textureTypeReadable(A.type)),k}this.readRenderTargetPixels=function(A,k,j,Y,Z,At,It,Tt=0){if(!(A&&A.isWebGLRenderTarget)){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=Vt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){bt.bindFramebuffer(B.FRAMEBUFFER,Lt);try{let kt=A.textures[Tt],ne=kt.format,pe=kt.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Ar(kt);if(zt.__formatReadable===!1){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(zt.__typeReadable===!1){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=A.width-Y&&j>=0&&j<=A.height-Z&&B.readPixels(k,j,Y,Z,gt.convert(ne),gt.convert(pe),At)}finally{let kt=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(A,k,j,Y,Z,At,It,Tt=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=Vt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(k>=0&&k<=A.width-Y&&j>=0&&j<=A.height-Z){bt.bindFramebuffer(B.FRAMEBUFFER,Lt);let kt=A.textures[Tt],ne=kt.format,pe=kt.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Ar(kt);if(zt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(zt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let me=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,me),B.bufferData(B.PIXEL_PACK_BUFFER,At.byteLength,B.STREAM_READ),B.readPixels(k,j,Y,Z,gt.convert(ne),gt.convert(pe),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let $e=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,$e);let Re=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await Lm(B,Re,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,me),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,At),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(me),B.deleteSync(Re),At}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,k=null,j=0){let Y=Math.pow(2,-j),Z=Math.floor(A.image.width*Y),At=Math.floor(A.image.height*Y),It=k!==null?k.x:0,Tt=k!==null?k.y:0;$t.setTexture2D(A,0),B.copyTexSubImage2D(B.TEXTURE_2D,j,0,0,It,Tt,Z,At),bt.unbindTexture()},this.copyTextureToTexture=function(A,k,j=null,Y=null,Z=0,At=0){let It,Tt,Lt,kt,ne,pe,zt,me,$e,Re=A.isCompressedTexture?A.mipmaps[At]:A.image;if(j!==null)It=j.max.x-j.min.x,Tt=j.max.y-j.min.y,Lt=j.isBox3?j.max.z-j.min.z:1,kt=j.min.x,ne=j.min.y,pe=j.isBox3?j.min.z:0;else{let ue=Math.pow(2,-Z);It=Math.floor(Re.width*ue),Tt=Math.floor(Re.height*ue),A.isDataArrayTexture?Lt=Re.depth:A.isData3DTexture?Lt=Math.floor(Re.depth*ue):Lt=1,kt=0,ne=0,pe=0}Y!==null?(zt=Y.x,me=Y.y,$e=Y.z):(zt=0,me=0,$e=0);let Pe=gt.convert(k.format),pn=gt.convert(k.type),Ut;k.isData3DTexture?($t.setTexture3D(k,0),Ut=B.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?($t.setTexture2DArray(k,0),Ut=B.TEXTURE_2D_ARRAY):($t.setTexture2D(k,0),Ut=B.TEXTURE_2D),bt.activeTexture(B.TEXTURE0),bt.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,k.flipY),bt.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),bt.pixelStorei(B.UNPACK_ALIGNMENT,k.unpackAlignment);let an=bt.getParameter(B.UNPACK_ROW_LENGTH),xe=bt.getParameter(B.UNPACK_IMAGE_HEIGHT),ls=bt.getParameter(B.UNPACK_SKIP_PIXELS),ln=bt.getParameter(B.UNPACK_SKIP_ROWS),Tr=bt.getParameter(B.UNPACK_SKIP_IMAGES);bt.pixelStorei(B.UNPACK_ROW_LENGTH,Re.width),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,Re.height),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,kt),bt.pixelStorei(B.UNPACK_SKIP_ROWS,ne),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,pe);let ki=A.isDataArrayTexture||A.isData3DTexture,cs=k.isDataArrayTexture||k.isData3DTexture;if(A.isDepthTexture){let ue=Vt.get(A),je=Vt.get(k),Vn=Vt.get(ue.__renderTarget),Ie=Vt.get(je.__renderTarget);bt.bindFramebuffer(B.READ_FRAMEBUFFER,Vn.__webglFramebuffer),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,Ie.__webglFramebuffer);for(let cn=0;cn<Lt;cn++)ki&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(A).__webglTexture,Z,pe+cn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(k).__webglTexture,At,$e+cn)),B.blitFramebuffer(kt,ne,kt+It,ne+Tt,zt,me,zt+It,me+Tt,B.DEPTH_BUFFER_BIT,B.NEAREST);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if(Z!==0||A.isRenderTargetTexture||Vt.has(A)){let ue=Vt.get(A),je=Vt.get(k);bt.bindFramebuffer(B.READ_FRAMEBUFFER,N),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,H);for(let Vn=0;Vn<Lt;Vn++)ki?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,ue.__webglTexture,Z,pe+Vn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,ue.__webglTexture,Z),cs?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,je.__webglTexture,At,$e+Vn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,je.__webglTexture,At),Z!==0?B.blitFramebuffer(kt,ne,kt+It,ne+Tt,zt,me,zt+It,me+Tt,B.COLOR_BUFFER_BIT,B.NEAREST):cs?B.copyTexSubImage3D(Ut,At,zt,me,$e+Vn,kt,ne,It,Tt):B.copyTexSubImage2D(Ut,At,zt,me,kt,ne,It,Tt);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else cs?A.isDataTexture||A.isData3DTexture?B.texSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Pe,pn,Re.data):k.isCompressedArrayTexture?B.compressedTexSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Pe,Re.data):B.texSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Pe,pn,Re):A.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,At,zt,me,It,Tt,Pe,pn,Re.data):A.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,At,zt,me,Re.width,Re.height,Pe,Re.data):B.texSubImage2D(B.TEXTURE_2D,At,zt,me,It,Tt,Pe,pn,Re);bt.pixelStorei(B.UNPACK_ROW_LENGTH,an),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,xe),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,ls),bt.pixelStorei(B.UNPACK_SKIP_ROWS,ln),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,Tr),At===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&B.generateMipmap(Ut),bt.unbindTexture()},this.initRenderTarget=function(A){Vt.get(A).__webglFramebuffer===void 0&&$t.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?$t.setTextureCube(A,0):A.isData3DTexture?$t.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?$t.setTexture2DArray(A,0):$t.setTexture2D(A,0),bt.unbindTexture()},this.resetState=function(){q=0,G=0,lt=null,bt.reset(),St.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return vi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=_e._getDrawingBufferColorSpace(t),e.unpackColorSpace=_e._getUnpackColorSpace()}};function yh({overlap:s,residual:t,impossible:e}){return e?`With these numbers a body is impossible: ${e}.`:Number.isFinite(t)?s>1e-7&&s>=t?`Bodies would overlap by ${Be(s)} m at the start.`:`No start near these numbers obeys the constraints: they are missed by ${Be(t)}.`:"With these numbers the constraints have no values."}var Zd=10,Xa=4096,Fb=.1,Ob=.9,mg=6,gg=1/60,vh=class{constructor(t,e){Object.assign(this,{page:t,live:e}),this.held={},this.isOn=!1}begin(){this.isOn=!0,this.page.endless(!0),this.restart()}end(){this.isOn=!1,this.release(),this.held={},this.page.endless(!1),this.live.wish()}restart(){this.isWaiting=!0,this.owed=0,this.pace=void 0,this.count=0,this.events=[],this.begun=this.live.post({departs:!0})}tick(t){!this.isOn||this.isBroken||(this.owed+=t,this.advance(Math.min(Fb,this.owed*this.page.player.speed)))}advance(t){this.isWaiting||!(t>0)||(this.wall=this.owed,this.owed=0,this.asked=t,this.isWaiting=!0,this.live.post({seconds:t,rows:Math.max(1,Math.round(t/this.page.player.speed/gg)),pull:this.pull()}))}step(){this.owed=0,this.advance(gg*this.page.player.speed)}received(t){let{id:e,start:n,step:i,rows:r,refused:o}=t,a=r?.at(-1);if(!(!this.isOn||e<this.begun)){if(this.isWaiting=!1,n&&!n.isValid){this.stop(yh(n));return}if(n&&(this.isBroken=!1,this.live.actual=n.actual,this.live.show(),this.live.say(this.live.remark??"")),i.isStuck){this.stop(`At t = ${Be(a.t)} s: a moment takes longer than four seconds.`);return}for(let l of r)this.keep(l,l.events??[]);this.page.takeRow(t.drawn),i.status>0?this.stop(`At t = ${Be(a.t)} s: ${i.reason}. \u201CTo the start\u201D begins again.`):o?.length?this.live.say(`Bodies or constraints do not allow this ${o.join(", ")} here.`):n||this.judge()}}stop(t){this.isBroken=!0,this.page.player.playing=!1,this.live.say(t,"bad"),this.page.changed()}judge(){if(!this.page.player.playing)return;let t=this.wall*this.page.player.speed;this.pace??={ran:0,passed:0},this.pace.ran=.97*this.pace.ran+this.asked,this.pace.passed=.97*this.pace.passed+t;let e=this.pace.ran/this.pace.passed;this.pace.passed<1||(e<Ob?this.live.say(`Slower than the clock: ${e.toFixed(2)} of its pace. Nothing is left out.`):this.live.note.textContent.startsWith("Slower")&&this.live.say(""))}keep({t,poses:e,signals:n,arrows:i},r){if(!this.rows||this.count===0){let a=l=>Array.from({length:l},()=>new Float64Array(Xa));this.rows??={times:new Float64Array(Xa),poses:a(e.length),signals:a(n.length),arrows:a(i.length)}}let{rows:o}=this;if(this.count===Xa){for(let a of[o.times,...o.poses,...o.signals,...o.arrows])a.copyWithin(0,Xa/2);this.count=Xa/2}o.times[this.count]=t,e.forEach((a,l)=>o.poses[l][this.count]=a),n.forEach((a,l)=>o.signals[l][this.count]=a),i.forEach((a,l)=>o.arrows[l][this.count]=a),this.count+=1,this.events=[...this.events,...r].filter(a=>a.t>t-Zd).slice(-60)}motion(){let{rows:t,count:e}=this,n=0;for(;n<e-1&&t.times[n]<t.times[e-1]-Zd*Math.max(1,this.page.player.speed);)n+=1;let i=l=>l.subarray(n,e),r=i(t.times),{names:o,units:a}=this.live.told.signals;return{times:r,curveTimes:r,poses:t.poses.map(i),loadValues:t.arrows.map(i),events:this.events,signals:new Map(o.map((l,c)=>[l,{name:l,unit:a[c],values:i(t.signals[c])}]))}}get window(){return Zd*Math.max(this.page.player.speed,1e-6)}take(t,e){if(!this.isOn||!this.live.told.pulls)return!1;let{stage:n}=this.page,i=n.under(t,e),r=i?.kind==="joint"?n.scene.joints[i.number]:void 0,o=i?.kind==="body"?i.number:Math.max(r?.child.body??-1,r?.parent.body??-1);if(!(o>=0))return!1;let a=i.point.clone().applyMatrix4(new Ot().copy(n.cast.frames[o]).invert()).toArray(),l=new hi().setFromNormalAndCoplanarPoint(n.rig.axes().towards,i.point);return this.pulled=n.pull={place:{body:o,p:a},to:i.point.toArray(),plane:l},!0}move(t,e){if(!this.pulled)return!1;let{stage:n}=this.page,i=n.canvas.getBoundingClientRect(),r=new ar;r.setFromCamera(new Ht(2*(t-i.left)/i.width-1,1-2*(e-i.top)/i.height),n.rig.camera);let o=r.ray.intersectPlane(this.pulled.plane,new P);return o&&(this.pulled.to=o.toArray()),!0}release(){let t=this.pulled!==void 0;return this.pulled=this.page.stage.pull=void 0,t}pull(){if(!this.pulled)return null;let t=this.page.motion.scene.bodies.reduce((i,r)=>i+(r.mass??0),0)||1,{place:e,to:n}=this.pulled;return{body:e.body,at:e.p,to:n,stiffness:mg**2*t,damping:mg*t}}key(t,e){let n=this.live.sliders.filter(({kind:a})=>a==="input"),r=[["ArrowLeft",0,"least"],["ArrowRight",0,"most"],["ArrowDown",1,"least"],["ArrowUp",1,"most"]].find(([a,l])=>a===t&&n[l]);if(!this.isOn||!r)return!1;let o=n[r[1]];return e?this.held[o.name]=o[r[2]]:delete this.held[o.name],this.live.show(),!0}};function _g([s,t,e,n,i,r,o,a,l],c=[0,0,0,1]){let h=[1+s-i-l,1-s+i-l,1-s-i+l,1+s+i+l],u=[[h[0],t+n,e+o,a-r],[t+n,h[1],r+a,e-o],[e+o,r+a,h[2],n-t],[a-r,e-o,n-t,h[3]]][h.indexOf(Math.max(...h))]??[NaN,NaN,NaN,NaN],d=Math.hypot(...u)*(u.reduce((f,p,y)=>f+p*c[y],0)<0?-1:1);return u.map(f=>f/d)}var Bb=8e3,zb=160,xg={parameter:"Parameters",input:"Inputs",start:"At the start"},Sh=class{constructor(t,e){Object.assign(this,{page:t,told:e}),this.sliders=e.sliders,this.author=Object.fromEntries(this.sliders.map(({name:n,value:i})=>[n,i])),this.values={...this.author},this.rows=new Map,this.id=0,this.done=-1,this.patience=Bb,this.play=new vh(t,this),this.kept=new dl(t,this),this.card=this.settingsCard(),this.readAddress(),this.show(),addEventListener("hashchange",()=>{this.address()!==location.hash&&(this.readAddress(),this.changed(this.remark))}),this.begin()}async begin(){try{if(!window.WebAssembly)throw new Error("this browser has no WebAssembly");let t=URL.createObjectURL(new Blob(['(()=>{async function _(f){let s=Uint8Array.from(atob(f),e=>e.charCodeAt(0)),n=new Blob([s]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(n).arrayBuffer())}var k=2e3,E=12,S=30,j=40,T=1e-13,R=1e-9,x=1e-7,g=6,P=2048,w=class f{static async of(s){let n=new WebAssembly.Memory({initial:s.memory.pages}),e=new WebAssembly.Table({initial:2,element:"anyfunc"}),o=new WebAssembly.Global({value:"i32",mutable:!0},s.stack),r={__linear_memory:n,__indirect_function_table:e,__stack_pointer:o,sin:Math.sin,cos:Math.cos,tan:Math.tan},{instance:t}=await WebAssembly.instantiate(await _(s.code),{env:r});return e.set(1,t.exports[s.entries.stop]),new f(s,n,t.exports)}constructor(s,n,e){this.told=s,this.exports=e,this.arrays={},this.places={};for(let[r,{at:t,length:a,kind:i}]of Object.entries(s.memory.arrays))this.places[r]=t,this.arrays[r]=i==="i64"?new BigInt64Array(n.buffer,t,a):new Float64Array(n.buffer,t,a);this.width=Object.values(s.outputs).reduce((r,t)=>r+t.reduce((a,i)=>a*i,1),0);let{values:o}=s.memory.arrays.spans;this.wholeSpan=Number(o[1])-Number(o[0]),this.hasRows=s.residuals[0]+s.residuals[1]>0,this.pointers=s.arguments.map(r=>this.places[r]),this.fill()}fill(){for(let[s,{values:n,kind:e}]of Object.entries(this.told.memory.arrays))n&&n.forEach((o,r)=>this.arrays[s][r]=e==="i64"?BigInt(o):Number(o==="inf"?1/0:o==="-inf"?-1/0:o))}author(s){let[n,e]=this.told.varied[s][0];return this.told.memory.arrays[n].values[e]}value(s){let n=this.told.varied[s].find(([e])=>e==="states");return this.arrays.states[n[1]]}put(s,n){for(let[e,o]of this.told.varied[s])this.arrays[e][o]=n}set(s){this.fill();let n=Object.keys(s).filter(l=>this.told.varied[l]),e=n.map(l=>[l,this.told.varied[l].find(([c,p])=>c==="states"&&p<this.told.sizes.states)]).filter(([,l])=>l),o=this.hasRows&&n.some(l=>s[l]!==this.author(l))?E:1;for(let l=1;l<=o;l++){for(let c of n)this.put(c,l===o?s[c]:this.author(c)+l/o*(s[c]-this.author(c)));this.hasRows&&this.settle(e.map(([,c])=>c[1]))}let r=this.impossible(),t=this.residual(),a=this.told.residuals[0]+this.told.residuals[1],i=Math.max(0,...this.residuals()?.subarray(a)??[]),h=Object.fromEntries(e.map(([l,c])=>[l,this.arrays.states[c[1]]])),u=e.filter(([l])=>!(Math.abs(h[l]-s[l])<=1e-6*Math.max(1,Math.abs(s[l])))).map(([l])=>l);return{start:h,moved:u,residual:t,overlap:i,impossible:r,isValid:t<=x&&!r}}impossible(){let{asked:s}=this.told;if(s.length)return this.place(this.arrays.spans[0],this.arrays.states),this.call("bodies","bodies_p"),s.find((n,e)=>this.arrays.results[e]!==1)}settle(s){let{states:n}=this.arrays,{q:e,u:o}=this.told.sizes,[r,t]=this.told.residuals,a=n.slice(),i=(h,u)=>Array.from({length:u-h},(l,c)=>h+c).filter(l=>!s.includes(l));if(!(this.solve(0,r,i(0,e))&&this.solve(r,t,i(e,e+o)))){n.set(a);for(let h=0;h<j;h++)this.project()}for(let h=0;h<3;h++)this.project()}solve(s,n,e){if(!n)return!0;let{states:o}=this.arrays,r=()=>{let i=this.residuals();return i&&Array.from(i.subarray(s,s+n))},t=i=>i?Math.max(...i.map(Math.abs)):NaN,a=r();for(let i=0;i<S&&t(a)>T;i++){let h=e.map(d=>{let[m,b]=[o[d],1e-7*Math.max(1,Math.abs(o[d]))];o[d]=m+b;let N=r();o[d]=m-b;let A=r();return o[d]=m,a.map((V,M)=>N&&A?(N[M]-A[M])/(2*b):NaN)}),u=z(h,a),l=e.map(d=>o[d]),c=1,p;do e.forEach((d,m)=>o[d]=l[m]-c*u[m]),p=r(),c/=2;while(!(t(p)<t(a))&&c>.001);if(!(t(p)<t(a))){e.forEach((d,m)=>o[d]=l[m]);break}a=p}return t(a)<=R}place(s,n,e=0){let{inputs:o,extra:r}=this.arrays,{n:t}=this.told.sizes;o[0]=s;for(let a=0;a<t;a++)o[1+a]=n[e+a];o.set(r,1+t)}call(s,n){let{inputs:e,results:o,other_work:r}=this.places;return Number(this.exports[this.told.entries[s]](e,this.places[n],o,r))}project(){if(this.told.entries.project){this.place(this.arrays.spans[0],this.arrays.states),this.call("project","p");for(let s=0;s<this.told.sizes.states;s++)this.arrays.states[s]=this.arrays.results[s]}}residual(){return this.residualAt(this.arrays.spans[0],this.arrays.states)}residuals(s=this.arrays.spans[0],n=this.arrays.states,e=0){return this.place(s,n,e),this.call("rows","rows_p")<0?null:this.arrays.results.subarray(0,this.told.residuals.reduce((o,r)=>o+r))}residualAt(s,n,e=0){let o=this.residuals(s,n,e);if(!o)return 1/0;let r=0;for(let t of o){if(!Number.isFinite(t))return 1/0;r=Math.max(r,Math.abs(t))}return r}slice(s,n=k){let{control:e,outputs:o}=this.arrays;return s||o.fill(NaN),e[0]=BigInt(n),e[1]=1n,e[2]=s?1n:0n,this.status=Number(this.exports[this.told.entries.run](...this.pointers)),this.isUnderWay=this.status===this.told.interrupted,this.isUnderWay}run(){for(let s=!1;this.slice(s);)s=!0;return this.outcome()}depart(){let{spans:s}=this.arrays;this.now=s[0],this.author_look=s[5],s.fill(NaN,g),s[4]=0}advance(s,n){let{spans:e,states:o,finals:r,summaries:t,events:a}=this.arrays,i=performance.now();e[5]=this.author_look>0?this.author_look:this.wholeSpan/P,[e[0],e[1],e[2],e[3]]=[this.now,this.now+s,0,0];for(let c=!1;this.slice(c,200);c=!0)if(performance.now()-i>n)return{isStuck:!0};let h=Object.fromEntries(this.told.summary.map((c,p)=>[c,t[p]]));this.now=h.time,o.set(r),e[4]=h.step,e.set(t.subarray(this.told.summary.length,this.told.summary.length+e.length-g),g);let{record:u}=this.told.sizes,l=[];for(let c=0;c<h.n_events;c++)l.push({name:this.told.events[a[c*u+1]],t:a[c*u]});return{status:h.status,reason:this.told.reasons[h.status],events:l}}change(s,n){let[e,o]=this.told.varied[s][0],r=this.arrays[e][o];if(r===n)return!0;let t=this.arrays.states.slice();if(this.put(s,n),e==="extra")return!0;this.arrays.spans[0]=this.now;let a=!this.impossible();return a&&this.hasRows&&this.settle([]),a&&(!this.hasRows||this.residual()<=x)?!0:(this.put(s,r),this.arrays.states.set(t),!1)}shownNow(){return this.place(this.now,this.arrays.states),this.call("shown","shown_p"),this.arrays.results.slice(0,this.width)}outcome(){let s=Object.fromEntries(this.told.summary.map((r,t)=>[r,this.arrays.summaries[t]]));if(this.isUnderWay){let{outputs:r,times:t}=this.arrays,{n:a}=this.told.sizes,i=0;for(;i<t.length&&!Number.isNaN(r[i*a]);)i+=1;return{native:this.status,isUnderWay:!0,count:i,time:t[Math.max(0,i-1)],times:t.slice(0,i),events:[]}}let n=s.stop_row,{record:e}=this.told.sizes,o=[];for(let r=0;r<Math.min(s.n_events,this.arrays.events.length/e);r++)o.push({name:this.told.events[this.arrays.events[r*e+1]],t:this.arrays.events[r*e]});return{...s,native:this.status,reason:this.told.reasons[s.status],count:n,times:this.arrays.times.slice(0,n),events:o}}states(){return this.arrays.outputs.slice(0,this.outcome().count*this.told.sizes.n)}drawn(){let s=this.told.drawn;return s?(this.place(this.arrays.spans[0],this.arrays.states),this.call("drawn","drawn_p"),this.arrays.results.slice(0,s)):new Float64Array(0)}worst(s){let n=0,{times:e,outputs:o}=this.arrays;for(let r=0;r<s;r++)n=Math.max(n,this.residualAt(e[r],o,r*this.told.sizes.n));return n}shown(s){let{n}=this.told.sizes,e=this.width,o=Array.from({length:e},()=>new Float64Array(s));for(let r=0;r<s;r++){this.place(this.arrays.times[r],this.arrays.outputs,r*n),this.call("shown","shown_p");for(let t=0;t<e;t++)o[t][r]=this.arrays.results[t]}return o}};function z(f,s){let n=s.length,e=s.map((t,a)=>s.map((i,h)=>f.reduce((u,l)=>u+l[a]*l[h],0))),o=1e-13*Math.max(...e.map((t,a)=>t[a]),1e-300),r=s.slice();for(let t=0;t<n;t++)e[t][t]+=o;for(let t=0;t<n;t++)for(let a=t+1;a<n;a++){let i=e[a][t]/e[t][t];for(let h=t;h<n;h++)e[a][h]-=i*e[t][h];r[a]-=i*r[t]}for(let t=n-1;t>=0;t--){for(let a=t+1;a<n;a++)r[t]-=e[t][a]*r[a];r[t]/=e[t][t]}return f.map(t=>t.reduce((a,i,h)=>a+i*r[h],0))}function F([f,s,n,e,o,r,t,a,i],h=[0,0,0,1]){let u=[1+f-o-i,1-f+o-i,1-f-o+i,1+f+o+i],l=[[u[0],s+e,n+t,a-r],[s+e,u[1],r+a,n-t],[n+t,r+a,u[2],e-s],[a-r,n-t,e-s,u[3]]][u.indexOf(Math.max(...u))]??[NaN,NaN,NaN,NaN],c=Math.hypot(...l)*(l.reduce((p,d,m)=>p+d*h[m],0)<0?-1:1);return l.map(p=>p/c)}function O(f,s){let n=Array.from({length:4},()=>new Float64Array(s)),e=[0,0,0,1];for(let o=0;o<s;o++){let r=F(f.map(t=>t[o]),e);Number.isFinite(r[0])&&(e=r);for(let t=0;t<4;t++)n[t][o]=r[t]}return n}var I=12,B=100,U=4e3,L=()=>new Promise(f=>{let{port1:s,port2:n}=new MessageChannel;s.onmessage=f,n.postMessage(0)}),v=class{constructor(s,n){Object.assign(this,{run:s,told:n})}async serve(){if(!this.isBusy){for(this.isBusy=!0;this.wish;){let s=this.wish;this.wish=void 0;try{await this.fulfil(s)}catch(n){postMessage({id:s.id,failure:n.message})}}this.isBusy=!1}}begun({values:s,author:n}){let{run:e}=this,o=this.told.sliders.filter(({kind:a})=>a==="start").map(({name:a})=>a),r=Object.fromEntries(Object.entries(s).filter(([a,i])=>i!==n[a])),t=e.set(s);return(!t.isValid||t.moved.length)&&o.some(a=>!(a in r))&&(t=e.set(r)),{...t,actual:Object.fromEntries(o.map(a=>[a,e.value(a)]))}}async fulfil(s){let{run:n}=this,{id:e,patience:o}=s,r=performance.now(),t=this.begun(s);if(!t.isValid){postMessage({id:e,start:t});return}let a=n.drawn(),i=r;for(let u=!1;n.slice(u,B);u=!0){let l=performance.now();if(l-r>o)break;if(!(l-i<I)&&(await L(),i=performance.now(),this.wish))return}let h=performance.now();this.tell(e,t,a,r,h)}depart(s){let{run:n}=this,e=this.begun(s);e.isValid&&n.depart(),this.lastPoses=void 0,this.plain={...s.values},postMessage({id:s.id,start:e,drawn:n.drawn(),rows:e.isValid?[this.now()]:void 0,step:{}})}go({id:s,seconds:n,rows:e,values:o,pull:r}){let{run:t}=this,a=performance.now(),i=[];for(let[l,c]of Object.entries(o))this.isMoving(l)&&this.plain[l]!==c&&!t.change(l,c)&&i.push(l),this.plain[l]=c;this.pull(r);let h=[],u;for(let l=0;l<e&&!u?.status&&!u?.isStuck;l++)u=t.advance(n/e,U),h.push({...this.now(),events:u.events});postMessage({id:s,step:u,refused:i,drawn:t.drawn(),rows:h,cost:performance.now()-a})}isMoving(s){return this.told.sliders.find(n=>n.name===s)?.kind!=="start"}pull(s){if(!this.told.pulls)return;let{run:n}=this;if(this.pulled!==void 0&&n.put(`pull.on.${this.pulled}`,0),this.pulled=s?.body,!!s){n.put(`pull.on.${s.body}`,1);for(let[e,o]of[["at",s.at],["to",s.to]])["x","y","z"].forEach((r,t)=>n.put(`pull.${e}.${r}`,o[t]));n.put("pull.stiffness",s.stiffness),n.put("pull.damping",s.damping)}}now(){let s=Array.from(this.run.shownNow(),a=>[a]),{poses:n,signals:e,arrows:o}=this.arranged(s,1),r=a=>Float64Array.from(a,([i])=>i),t=r(n);for(let a=0;a<t.length;a+=7){let i=this.lastPoses;if((i?t[a]*i[a]+t[a+1]*i[a+1]+t[a+2]*i[a+2]+t[a+3]*i[a+3]:1)<0)for(let u=0;u<4;u++)t[a+u]*=-1}return this.lastPoses=t,{t:this.run.now,poses:t,signals:r(e),arrows:r(o)}}tell(s,n,e,o,r){let{run:t}=this,a=t.outcome(),i=t.shown(a.count),h=t.worst(a.count),u=this.arranged(i,a.count),l={run:r-o,all:performance.now()-o},c=[...u.poses,...u.signals,...u.arrows].map(p=>p.buffer);postMessage({id:s,start:n,outcome:a,drawn:e,residual:h,costs:l,...u},c)}arranged(s,n){let{outputs:e}=this.told.run,o=c=>e[c].reduce((p,d)=>p*d,1),r=e.p[0],[t,a]=[s.slice(0,9*r),s.slice(9*r,12*r)],i=s.slice(12*r,12*r+o("signals")),h=s.slice(12*r+o("signals")),u=[];for(let c=0;c<r;c++)u.push(...O(t.slice(9*c,9*c+9),n),...a.slice(3*c,3*c+3));let l=[];for(let c of[3,0])for(let p=0;p<h.length;p+=6)l.push(...h.slice(p+c,p+c+3));return{poses:u,signals:i,arrows:l}}},y;onmessage=async({data:f})=>{if(f.told){try{y=new v(await w.of(f.told.run),f.told),postMessage({ready:!0})}catch(s){postMessage({failure:s.message})}return}f.departs?y.depart(f):f.seconds!==void 0?y.go(f):(y.wish=f,y.serve())};})();\n'],{type:"text/javascript"}));this.worker=new Worker(t),this.worker.onmessage=({data:e})=>this.received(e),this.worker.onerror=e=>this.unable(e.message||"its worker cannot begin"),this.worker.postMessage({told:this.told})}catch(t){this.unable(t.message)}}unable(t){this.isUnable=!0,this.say(`Nothing can be simulated here: ${t}. The recorded motion is shown.`,"bad");for(let{range:e,box:n}of this.rows.values())e.disabled=n.disabled=!0}wish(){this.isReady&&(this.asked=performance.now(),this.post({patience:this.patience}))}post(t){return this.id+=1,this.worker.postMessage({id:this.id,values:{...this.values,...this.play.held},author:this.author,...t}),this.id}received(t){t.ready?(this.isReady=!0,this.wish()):t.failure!==void 0&&t.id===void 0?this.unable(t.failure):(this.done=t.id,t.failure!==void 0?this.say(`The run failed: ${t.failure}`,"bad"):t.step?this.play.received(t):this.play.isOn||this.take(t))}take(t){let{start:e,outcome:n}=t;if(!e.isValid){this.say(`${yh(e)} The motion before stays.`,"bad");return}this.actual=e.actual,this.show(),this.page.takeMotion(this.motionOf(t),t.drawn),this.costs={...t.costs,shown:performance.now()-this.asked},this.said(e,n),clearTimeout(this.settling),this.settling=setTimeout(()=>this.page.settle(),zb)}said(t,e){let n=t.moved.map(i=>`${i} = ${Be(t.actual[i])}`);e.isUnderWay?this.say(`This takes long: stopped after ${this.patience/1e3} s, at t = ${Be(e.time)} s.`,"bad"):e.status>0?this.say(`At t = ${Be(e.time)} s: ${e.reason}. What was reached is shown.`,"bad"):n.length?this.say(`The constraints do not allow this start; the nearest one is taken: ${n.join(", ")}.`):this.say(this.remark)}motionOf({outcome:t,poses:e,signals:n,arrows:i,residual:r,start:o}){let{names:a,units:l}=this.told.signals,c=this.told.arrows.length,h=0;for(let u=0;u<c;u++){let[d,f,p]=i.slice(3*u,3*u+3);for(let y=0;y<d.length;y++)h=Math.max(h,Math.hypot(d[y],f[y],p[y])||0)}return{times:t.times,curveTimes:t.times,poses:e,events:t.events,loadValues:i,signals:new Map(a.map((u,d)=>[u,{name:u,unit:l[d],values:n[d]}])),loads:{items:this.told.arrows.map((u,d)=>({...u,place:null,channel:3*(c+d)})),largest:h},trust:this.isAuthors?this.page.authorsTrust:{checks:[...this.told.run.residuals.some(Boolean)?[{mark:r<1e-6?"good":"bad",text:"constraints hold to",value:r.toExponential(1),remark:"along this run"}]:[],...t.isUnderWay?[]:[{mark:"",text:"steps",value:`${t.accepted}`,remark:`and ${t.rejected} rejected`}]],notes:[o.moved.length?"the start is the nearest one that the constraints allow":"",this.told.still.length?`drawn with the author's sizes: ${this.told.still.join(", ")}`:""].filter(Boolean)}}}get isAuthors(){return this.sliders.every(({name:t})=>this.values[t]===this.author[t])}bounds({name:t,least:e,most:n,unit:i}){return`${t} is from ${Be(e)} to ${Be(n)}${i?` ${i}`:""} here.`}set(t,e){let{slider:n}=this.rows.get(t),{least:i,most:r}=n,o=Math.min(r,Math.max(i,e));this.values[t]=o,this.changed(o===e?"":this.bounds(n),t)}changed(t="",e=void 0){this.remark=t,this.actual=void 0,this.show(),this.kept.renew(),this.writeAddress(),this.play.isOn?e===void 0||this.rows.get(e).slider.kind==="start"?this.play.restart():t&&this.say(t):this.wish()}reset(){this.values={...this.author},this.changed()}shownValue(t){if(t in this.play.held)return this.play.held[t];let e=this.actual?.[t];return e!==void 0&&Math.abs(e-this.values[t])>1e-6*Math.max(1,Math.abs(e))?e:this.values[t]}address(){let t=this.sliders.filter(({name:e})=>this.values[e]!==this.author[e]).map(({name:e})=>`${encodeURIComponent(e)}=${this.values[e]}`);return t.length?`#${t.join("&")}`:""}writeAddress(){clearTimeout(this.writing),this.writing=setTimeout(()=>this.writeNow(),250)}writeNow(){try{history.replaceState(null,"",this.address()||location.pathname+location.search)}catch{}}readAddress(){this.values={...this.author};let[t,e]=[[],[]];for(let n of location.hash.slice(1).split("&").filter(Boolean)){let[i,r]=n.split("=").map(l=>{try{return decodeURIComponent(l)}catch{return l}}),o=this.sliders.find(l=>l.name===i),a=r?.trim()?Number(r):NaN;!o||!Number.isFinite(a)?t.push(n):(this.values[i]=Math.min(o.most,Math.max(o.least,a)),this.values[i]!==a&&e.push(this.bounds(o)))}this.remark=e.join(" "),t.length&&(this.remark=`The address says what this page does not know: ${t.join(", ").slice(0,120)}`)}settingsCard(){this.note=ot("p",{id:"live-said",role:"status",hidden:!0}),this.back=ot("button",{class:"tool",id:"authors",onclick:()=>this.reset()},"author's numbers");let e=Object.keys(xg).filter(n=>this.sliders.some(i=>i.kind===n)).map(n=>ot("ul",{"data-kind":n},ot("li",{class:"kind"},xg[n]),...this.sliders.filter(i=>i.kind===n).map(i=>this.row(i))));return ot("figure",{id:"settings"},ot("figcaption",{},ot("b",{},"Settings"),this.modes()),ot("div",{class:"groups"},...e),this.note,this.tools())}tools(){return ot("div",{class:"tools"},this.back,ot("button",{class:"tool",id:"keep",title:"as a ghost, with dashed curves",onclick:()=>this.kept.keep()},"keep beside"),ot("button",{class:"tool",id:"csv",title:"all signals over time, for spreadsheets",onclick:()=>this.page.saveNumbers()},"numbers as CSV"))}modes(){let{whole:t}=this.page.player,e=[["motion",`${Be(t[1]-t[0])} s`,"one motion from the start"],["play","play on","on and on: follow sliders, keys and the pointer"]];return ot("span",{class:"segment"},...e.map(([n,i,r])=>ot("button",{"data-mode":n,title:r,"aria-pressed":`${n==="motion"}`,onclick:()=>this.mode(n)},i)))}mode(t){if(!(!this.isReady||this.isUnable||t==="play"===this.play.isOn)){t==="play"?this.play.begin():this.play.end();for(let e of this.card.querySelectorAll("[data-mode]"))e.setAttribute("aria-pressed",e.dataset.mode===t);this.say("")}}row(t){let{name:e,least:n,most:i,step:r,unit:o}=t,a=n===0&&i===1&&r===1,l=a?ot("input",{type:"checkbox",role:"switch","aria-label":e,onchange:()=>this.set(e,l.checked?1:0)}):ot("input",{type:"range",min:n,max:i,step:r,"aria-label":e,oninput:()=>this.set(e,Number(l.value))}),c=ot("input",{type:"text",inputmode:"decimal","aria-label":`${e}, number`,class:"number",hidden:a}),h=()=>{let d=Number(c.value.replace(",",".").replace("\u2212","-"));c.value.trim()&&Number.isFinite(d)?d!==this.values[e]&&this.set(e,d):this.say(`${e} is a number, not \u201C${c.value.slice(0,30)}\u201D.`),this.show()};c.addEventListener("change",h),c.addEventListener("keydown",d=>{d.key==="Enter"&&c.blur()});let u=ot("li",{"data-name":e,class:a?"switch":""},ot("span",{class:"name",title:e},e),l,c,ot("small",{},o));return this.rows.set(e,{slider:t,row:u,range:l,box:c,isSwitch:a}),u}show(){for(let[t,{row:e,range:n,box:i,isSwitch:r}]of this.rows){let o=this.shownValue(t);if(r)n.checked=o===1;else{n.value=o;let{least:a,most:l}=this.rows.get(t).slider;n.style.setProperty("--part",`${100*(Math.min(l,Math.max(a,o))-a)/(l-a)}%`)}document.activeElement!==i&&(i.value=Number(o.toPrecision(5)).toString()),e.classList.toggle("changed",this.values[t]!==this.author[t]),e.classList.toggle("follows",o!==this.values[t]&&!(t in this.play.held))}this.back.disabled=this.isAuthors,this.tellEquations()}tellEquations(){let t=document.getElementById("equations"),e=this.sliders.filter(({kind:n})=>n!=="start");!t||!e.length||(this.letters??=ot("p",{class:"letters"}),this.letters.textContent=`now ${e.map(({name:n,unit:i})=>`${n} = ${Be(this.values[n])}${i?` ${i}`:""}`).join(", ")}`,t.append(this.letters))}say(t,e=""){this.note.textContent=t,this.note.hidden=!t,this.note.className=e}state(){return{ready:this.isReady===!0&&(this.play.isOn||this.done===this.id),unable:this.isUnable===!0,values:{...this.values},actual:this.actual??null,said:this.note.hidden?"":this.note.textContent,costs:this.costs??null,playing:this.play.isOn}}};function Jd(s,t,e){for(let{path:n,at:i,count:r,place:o}of t){let a=Array.from(e.slice(i,i+r)),l=n.slice(0,-1).reduce((h,u)=>h[u],s),c=n[n.length-1];o?(l[c].p=a.slice(0,3),l[c].q=_g(a.slice(3))):l[c]=r===1?a[0]:a}}var kb="http://www.w3.org/1998/Math/MathML";function vg(s){if(typeof s=="string")return document.createTextNode(s);let[t,e,...n]=s,i=document.createElementNS(kb,t);for(let[r,o]of Object.entries(e))i.setAttribute(r,o);return i.append(...n.map(vg)),i}function Sg({lines:s,note:t}){let e=s.map(n=>ot("div",{class:"line"},vg(["math",{display:"block"},n])));return ot("figure",{id:"equations",hidden:!0},ot("figcaption",{},ot("b",{},"Equations"),ot("small",{},t)),ot("div",{class:"lines"},...e))}var yg=140;function Mg(s){let t=s.checks.map(({mark:n,text:i,value:r,remark:o})=>ot("li",{class:n},ot("i",{},n==="good"?"\u2713":n==="bad"?"!":"\xB7"),`${i} `,ot("b",{},r),o?ot("small",{},` ${o}`):"")),e=s.notes.map(n=>ot("li",{class:"note"},...n.length<yg?[n]:[ot("details",{},ot("summary",{},`${n.slice(0,yg-20)}\u2026`),n)]));return ot("figure",{id:"trust"},ot("figcaption",{},ot("b",{},"Trust"),ot("small",{},"what was checked on this motion")),ot("ul",{},...t,...e))}function bg(s,{enter:t,leave:e,choose:n}){let i=s.bodies.map((a,l)=>ot("li",{tabindex:0,"data-body":l,onpointerenter:()=>t(l),onpointerleave:e,onclick:()=>n(l),onkeydown:c=>c.key==="Enter"&&n(l)},ul(a.colour),ot("span",{},a.name),ot("small",{},a.mass===null?"":cl(a.mass)))),r=s.joints.length,o=[r&&`${r} joint${r>1?"s":""}`,...["spring","damper","spring and damper"].map(a=>{let l=s.lines.filter(c=>c.kind===a).length;return l&&`${l} ${a}${l>1?"s":""}`})].filter(Boolean);return[ot("ul",{},...i),o.length?ot("p",{},`+ ${o.join(" \xB7 ")}`):""]}var Vb=[["space","play or pause"],["\u2190 \u2192","a fiftieth of the span back or on; with shift one row"],["Home End","start, end"],["+ \u2212","faster, slower"],["l","loop"],["1 2 3 4 5","3-D, front, side, top, flat"],["o","parallel rays"],["f","fit the whole motion"],["j","joints"],["t","trail"],["r","forces and reactions"],["v","velocities"],["a","frames"],["g","ghosts"],["h","grid"],["b","follow the chosen body"],["p","on a live page: play on, or one motion again"],["e","equations"],["y","phase plane"],["s","save the picture"],["d","dark or light"],["?","this list"]];function wg(){let s=Vb.map(([n,i])=>ot("li",{},ot("kbd",{},n),i)),e=ot("dialog",{id:"keys"},ot("b",{},"Keys"),ot("ul",{},...s),ot("p",{},"Drag to turn, with shift or the right button to move, wheel or two fingers to zoom. In plots: click for a time, drag to stay in a part of the motion, double click for the whole. While a live page plays on, drag bodies to pull them; arrows hold its inputs at their bounds."));return e.addEventListener("click",()=>e.close()),e}var Gb="uplot",Hb="u-hz",Wb="u-vt",Xb="u-title",qb="u-wrap",Yb="u-under",$b="u-over",Zb="u-axis",mr="u-off",Jb="u-select",Kb="u-cursor-x",jb="u-cursor-y",Qb="u-cursor-pt",tw="u-legend",ew="u-live",nw="u-inline",iw="u-series",sw="u-marker",Ag="u-label",rw="u-value",Ya="width",$a="height";var Tg="bottom",go="left",Kd="right",mf="#000",Eg=mf+"0",jd="mousemove",Cg="mousedown",Qd="mouseup",Rg="mouseenter",Pg="mouseleave",Ig="dblclick",ow="resize",aw="scroll",Lg="change",Th="dppxchange",gf="--",bo=typeof window<"u",rf=bo?document:null,xo=bo?window:null,lw=bo?navigator:null,Ae,Mh;function of(){let s=devicePixelRatio;Ae!=s&&(Ae=s,Mh&&lf(Lg,Mh,of),Mh=matchMedia(`(min-resolution: ${Ae-.001}dppx) and (max-resolution: ${Ae+.001}dppx)`),gr(Lg,Mh,of),xo.dispatchEvent(new CustomEvent(Th)))}function pi(s,t){if(t!=null){let e=s.classList;!e.contains(t)&&e.add(t)}}function af(s,t){let e=s.classList;e.contains(t)&&e.remove(t)}function We(s,t,e){s.style[t]=e+"px"}function Ui(s,t,e,n){let i=rf.createElement(s);return t!=null&&pi(i,t),e?.insertBefore(i,n),i}function wi(s,t){return Ui("div",s,t)}var Dg=new WeakMap;function ns(s,t,e,n,i){let r="translate("+t+"px,"+e+"px)",o=Dg.get(s);r!=o&&(s.style.transform=r,Dg.set(s,r),t<0||e<0||t>n||e>i?pi(s,mr):af(s,mr))}var Ng=new WeakMap;function Ug(s,t,e){let n=t+e,i=Ng.get(s);n!=i&&(Ng.set(s,n),s.style.background=t,s.style.borderColor=e)}var Fg=new WeakMap;function Og(s,t,e,n){let i=t+""+e,r=Fg.get(s);i!=r&&(Fg.set(s,i),s.style.height=e+"px",s.style.width=t+"px",s.style.marginLeft=n?-t/2+"px":0,s.style.marginTop=n?-e/2+"px":0)}var _f={passive:!0},cw={..._f,capture:!0};function gr(s,t,e,n){t.addEventListener(s,e,n?cw:_f)}function lf(s,t,e,n){t.removeEventListener(s,e,_f)}bo&&of();function Fi(s,t,e,n){let i;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)i=r?e+n>>1:mi((e+n)/2),t[i]<s?e=i:n=i;return s-t[e]<=t[n]-s?e:n}function u0(s){return(e,n,i)=>{let r=-1,o=-1;for(let a=n;a<=i;a++)if(s(e[a])){r=a;break}for(let a=i;a>=n;a--)if(s(e[a])){o=a;break}return[r,o]}}var d0=s=>s!=null,f0=s=>s!=null&&s>0,Rh=u0(d0),hw=u0(f0);function uw(s,t,e,n=0,i=!1){let r=i?hw:Rh,o=i?f0:d0;[t,e]=r(s,t,e);let a=s[t],l=s[t];if(t>-1)if(n==1)a=s[t],l=s[e];else if(n==-1)a=s[e],l=s[t];else for(let c=t;c<=e;c++){let h=s[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ue,l??-Ue]}function Ph(s,t,e,n){let i=kg(s),r=kg(t);s==t&&(i==-1?(s*=e,t/=e):(s/=e,t*=e));let o=e==10?As:p0,a=i==1?mi:Ai,l=r==1?Ai:mi,c=a(o(yn(s))),h=l(o(yn(t))),u=yo(e,c),d=yo(e,h);return e==10&&(c<0&&(u=Fe(u,-c)),h<0&&(d=Fe(d,-h))),n||e==2?(s=u*i,t=d*r):(s=x0(s,u),t=Ih(t,d)),[s,t]}function xf(s,t,e,n){let i=Ph(s,t,e,n);return s==0&&(i[0]=0),t==0&&(i[1]=0),i}var yf=.1,Bg={mode:3,pad:yf},Ja={pad:0,soft:null,mode:0},dw={min:Ja,max:Ja};function Eh(s,t,e,n){return Lh(e)?zg(s,t,e):(Ja.pad=e,Ja.soft=n?0:null,Ja.mode=n?3:0,zg(s,t,dw))}function be(s,t){return s??t}function fw(s,t,e){for(t=be(t,0),e=be(e,s.length-1);t<=e;){if(s[t]!=null)return!0;t++}return!1}function zg(s,t,e){let n=e.min,i=e.max,r=be(n.pad,0),o=be(i.pad,0),a=be(n.hard,-Ue),l=be(i.hard,Ue),c=be(n.soft,Ue),h=be(i.soft,-Ue),u=be(n.mode,0),d=be(i.mode,0),f=t-s,p=As(f),y=Qn(yn(s),yn(t)),g=As(y),m=yn(g-p);(f<1e-24||m>10)&&(f=0,(s==0||t==0)&&(f=1e-24,u==2&&c!=Ue&&(r=0),d==2&&h!=-Ue&&(o=0)));let S=f||y||1e3,E=As(S),v=yo(10,mi(E)),C=S*(f==0?s==0?.1:1:r),T=Fe(x0(s-C,v/10),24),_=s>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Ue,w=Qn(a,T<_&&s>=_?_:Oi(_,T)),F=S*(f==0?t==0?.1:1:o),I=Fe(Ih(t+F,v/10),24),D=t<=h&&(d==1||d==3&&I>=h||d==2&&I<=h)?h:-Ue,z=Oi(l,I>D&&t<=D?D:Qn(D,I));return w==z&&w==0&&(z=100),[w,z]}var pw=new Intl.NumberFormat(bo?lw.language:"en-US"),vf=s=>pw.format(s),gi=Math,Ah=gi.PI,yn=gi.abs,mi=gi.floor,xn=gi.round,Ai=gi.ceil,Oi=gi.min,Qn=gi.max,yo=gi.pow,kg=gi.sign,As=gi.log10,p0=gi.log2,mw=(s,t=1)=>gi.sinh(s)*t,tf=(s,t=1)=>gi.asinh(s/t),Ue=1/0;function Vg(s){return(As((s^s>>31)-(s>>31))|0)+1}function cf(s,t,e){return Oi(Qn(s,t),e)}function m0(s){return typeof s=="function"}function ye(s){return m0(s)?s:()=>s}var gw=()=>{},g0=s=>s,_0=(s,t)=>t,_w=s=>null,Gg=s=>!0,Hg=(s,t)=>s==t,xw=/\.\d*?(?=9{6,}|0{6,})/gm,_r=s=>{if(v0(s)||$s.has(s))return s;let t=`${s}`,e=t.match(xw);if(e==null)return s;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[i,r]=t.split("e");return+`${_r(i)}e${r}`}return Fe(s,n)};function fr(s,t){return _r(Fe(_r(s/t))*t)}function Ih(s,t){return _r(Ai(_r(s/t))*t)}function x0(s,t){return _r(mi(_r(s/t))*t)}function Fe(s,t=0){if(v0(s))return s;let e=10**t,n=s*e*(1+Number.EPSILON);return xn(n)/e}var $s=new Map;function y0(s){return((""+s).split(".")[1]||"").length}function ja(s,t,e,n){let i=[],r=n.map(y0);for(let o=t;o<e;o++){let a=yn(o),l=Fe(yo(s,o),a);for(let c=0;c<n.length;c++){let h=s==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=s==10?h:Fe(h,u);i.push(d),$s.set(d,u)}}return i}var Ka={},Sf=[],vo=[null,null],Ys=Array.isArray,v0=Number.isInteger,yw=s=>s===void 0;function Wg(s){return typeof s=="string"}function Lh(s){let t=!1;if(s!=null){let e=s.constructor;t=e==null||e==Object}return t}function vw(s){return s!=null&&typeof s=="object"}var Sw=Object.getPrototypeOf(Uint8Array),S0="__proto__";function So(s,t=Lh){let e;if(Ys(s)){let n=s.find(i=>i!=null);if(Ys(n)||t(n)){e=Array(s.length);for(let i=0;i<s.length;i++)e[i]=So(s[i],t)}else e=s.slice()}else if(s instanceof Sw)e=s.slice();else if(t(s)){e={};for(let n in s)n!=S0&&(e[n]=So(s[n],t))}else e=s;return e}function dn(s){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let i in n)i!=S0&&(Lh(s[i])?dn(s[i],So(n[i])):s[i]=So(n[i]))}return s}var Mw=0,bw=1,ww=2;function Aw(s,t,e){for(let n=0,i,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(i=o-1;i>=0&&s[i]==null;)s[i--]=null;for(i=o+1;i<e&&s[i]==null;)s[r=i++]=null}}}function Tw(s,t){if(Rw(s)){let o=s[0].slice();for(let a=1;a<s.length;a++)o.push(...s[a].slice(1));return Pw(o[0])||(o=Cw(o)),o}let e=new Set;for(let o=0;o<s.length;o++){let l=s[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],i=n[0].length,r=new Map;for(let o=0;o<i;o++)r.set(n[0][o],o);for(let o=0;o<s.length;o++){let a=s[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(i).fill(void 0),d=t?t[o][c]:bw,f=[];for(let p=0;p<h.length;p++){let y=h[p],g=r.get(l[p]);y===null?d!=Mw&&(u[g]=y,d==ww&&f.push(g)):u[g]=y}Aw(u,f,i),n.push(u)}}return n}var Ew=typeof queueMicrotask>"u"?s=>Promise.resolve().then(s):queueMicrotask;function Cw(s){let t=s[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let i=[];for(let r=0;r<s.length;r++){let o=s[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];i.push(a)}return i}function Rw(s){let t=s[0][0],e=t.length;for(let n=1;n<s.length;n++){let i=s[n][0];if(i.length!=e)return!1;if(i!=t){for(let r=0;r<e;r++)if(i[r]!=t[r])return!1}}return!0}function Pw(s,t=100){let e=s.length;if(e<=1)return!0;let n=0,i=e-1;for(;n<=i&&s[n]==null;)n++;for(;i>=n&&s[i]==null;)i--;if(i<=n)return!0;let r=Qn(1,mi((i-n+1)/t));for(let o=s[n],a=n+r;a<=i;a+=r){let l=s[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var M0=["January","February","March","April","May","June","July","August","September","October","November","December"],b0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function w0(s){return s.slice(0,3)}var Iw=b0.map(w0),Lw=M0.map(w0),Dw={MMMM:M0,MMM:Lw,WWWW:b0,WWW:Iw};function qa(s){return(s<10?"0":"")+s}function Nw(s){return(s<10?"00":s<100?"0":"")+s}var Uw={YYYY:s=>s.getFullYear(),YY:s=>(s.getFullYear()+"").slice(2),MMMM:(s,t)=>t.MMMM[s.getMonth()],MMM:(s,t)=>t.MMM[s.getMonth()],MM:s=>qa(s.getMonth()+1),M:s=>s.getMonth()+1,DD:s=>qa(s.getDate()),D:s=>s.getDate(),WWWW:(s,t)=>t.WWWW[s.getDay()],WWW:(s,t)=>t.WWW[s.getDay()],HH:s=>qa(s.getHours()),H:s=>s.getHours(),h:s=>{let t=s.getHours();return t==0?12:t>12?t-12:t},AA:s=>s.getHours()>=12?"PM":"AM",aa:s=>s.getHours()>=12?"pm":"am",a:s=>s.getHours()>=12?"p":"a",mm:s=>qa(s.getMinutes()),m:s=>s.getMinutes(),ss:s=>qa(s.getSeconds()),s:s=>s.getSeconds(),fff:s=>Nw(s.getMilliseconds())};function Mf(s,t){t=t||Dw;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,i;for(;i=n.exec(s);)e.push(i[0][0]=="{"?Uw[i[1]]:i[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Fw=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Ow(s,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+s+s.getTimezoneOffset()*6e4):t==Fw?e=s:(e=new Date(s.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(s.getMilliseconds())),e}var A0=s=>s%1==0,Ch=[1,2,2.5,5],Bw=ja(10,-32,0,Ch),T0=ja(10,0,32,Ch),zw=T0.filter(A0),pr=Bw.concat(T0),bf=`
`,E0="{YYYY}",Xg=bf+E0,C0="{M}/{D}",Za=bf+C0,bh=Za+"/{YY}",R0="{aa}",kw="{h}:{mm}",_o=kw+R0,qg=bf+_o,Yg=":{ss}",Ce=null;function P0(s){let t=s*1e3,e=t*60,n=e*60,i=n*24,r=i*30,o=i*365,l=(s==1?ja(10,0,3,Ch).filter(A0):ja(10,-3,0,Ch)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,i,i*2,i*3,i*4,i*5,i*6,i*7,i*8,i*9,i*10,i*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,E0,Ce,Ce,Ce,Ce,Ce,Ce,1],[i*28,"{MMM}",Xg,Ce,Ce,Ce,Ce,Ce,1],[i,C0,Xg,Ce,Ce,Ce,Ce,Ce,1],[n,"{h}"+R0,bh,Ce,Za,Ce,Ce,Ce,1],[e,_o,bh,Ce,Za,Ce,Ce,Ce,1],[t,Yg,bh+" "+_o,Ce,Za+" "+_o,Ce,qg,Ce,1],[s,Yg+".{fff}",bh+" "+_o,Ce,Za+" "+_o,Ce,qg,Ce,1]];function h(u){return(d,f,p,y,g,m)=>{let S=[],E=g>=o,v=g>=r&&g<o,C=u(p),T=Fe(C*s,3),_=ef(C.getFullYear(),E?0:C.getMonth(),v||E?1:C.getDate()),w=Fe(_*s,3);if(v||E){let F=v?g/r:0,I=E?g/o:0,D=T==w?T:Fe(ef(_.getFullYear()+I,_.getMonth()+F,1)*s,3),z=new Date(xn(D/s)),V=z.getFullYear(),N=z.getMonth();for(let H=0;D<=y;H++){let q=ef(V+I*H,N+F*H,1),G=q-u(Fe(q*s,3));D=Fe((+q+G)*s,3),D<=y&&S.push(D)}}else{let F=g>=i?i:g,I=mi(p)-mi(T),D=w+I+Ih(T-w,F);S.push(D);let z=u(D),V=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=g/n,H=d.axes[f]._space,q=m/H;for(;D=Fe(D+g,s==1?0:3),!(D>y);)if(N>1){let G=mi(Fe(V+N,6))%24,K=u(D).getHours()-G;K>1&&(K=-1),D-=K*n,V=(V+N)%24;let tt=S[S.length-1];Fe((D-tt)/g,3)*q>=.7&&S.push(D)}else S.push(D)}return S}}return[l,c,h]}var[Vw,Gw,Hw]=P0(1),[Ww,Xw,qw]=P0(.001);ja(2,-53,53,[1]);function $g(s,t){return s.map(e=>e.map((n,i)=>i==0||i==8||n==null?n:t(i==1||e[8]==0?n:e[1]+n)))}function Zg(s,t){return(e,n,i,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let y=s(p),g=y.getFullYear(),m=y.getMonth(),S=y.getDate(),E=y.getHours(),v=y.getMinutes(),C=y.getSeconds(),T=g!=l&&a[2]||m!=c&&a[3]||S!=h&&a[4]||E!=u&&a[5]||v!=d&&a[6]||C!=f&&a[7]||a[1];return l=g,c=m,h=S,u=E,d=v,f=C,T(y)})}}function Yw(s,t){let e=Mf(t);return(n,i,r,o,a)=>i.map(l=>e(s(l)))}function ef(s,t,e){return new Date(s,t,e)}function Jg(s,t){return t(s)}var $w="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Kg(s,t){return(e,n,i,r)=>r==null?gf:t(s(n))}function Zw(s,t){let e=s.series[t];return e.width?e.stroke(s,t):e.points.width?e.points.stroke(s,t):null}function Jw(s,t){return s.series[t].fill(s,t)}var Kw={show:!0,live:!0,isolate:!1,mount:gw,markers:{show:!0,width:2,stroke:Zw,fill:Jw,dash:"solid"},idx:null,idxs:null,values:[]};function jw(s,t){let e=s.cursor.points,n=wi(),i=e.size(s,t);We(n,Ya,i),We(n,$a,i);let r=i/-2;We(n,"marginLeft",r),We(n,"marginTop",r);let o=e.width(s,t,i);return o&&We(n,"borderWidth",o),n}function Qw(s,t){let e=s.series[t].points;return e._fill||e._stroke}function t1(s,t){let e=s.series[t].points;return e._stroke||e._fill}function e1(s,t){return s.series[t].points.size}var nf=[0,0];function n1(s,t,e){return nf[0]=t,nf[1]=e,nf}function wh(s,t,e,n=!0){return i=>{i.button==0&&(!n||i.target==t)&&e(i)}}function sf(s,t,e,n=!0){return i=>{(!n||i.target==t)&&e(i)}}var i1={show:!0,x:!0,y:!0,lock:!1,move:n1,points:{one:!1,show:jw,size:e1,width:0,stroke:t1,fill:Qw},bind:{mousedown:wh,mouseup:wh,click:wh,dblclick:wh,mousemove:sf,mouseleave:sf,mouseenter:sf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(s,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(s,t,e,n,i)=>n-i,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},I0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},wf=dn({},I0,{filter:_0}),L0=dn({},wf,{size:10}),D0=dn({},I0,{show:!1}),Af='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',N0="bold "+Af,U0=1.5,jg={show:!0,scale:"x",stroke:mf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:N0,side:2,grid:wf,ticks:L0,border:D0,font:Af,lineGap:U0,rotate:0},s1="Value",r1="Time",Qg={show:!0,scale:"x",auto:!1,sorted:1,min:Ue,max:-Ue,idxs:[]};function o1(s,t,e,n,i){return t.map(r=>r==null?"":vf(r))}function a1(s,t,e,n,i,r,o){let a=[],l=$s.get(i)||0;e=o?e:Fe(Ih(e,i),l);for(let c=e;c<=n;c=Fe(c+i,l))a.push(Object.is(c,-0)?0:c);return a}function hf(s,t,e,n,i,r,o){let a=[],l=s.scales[s.axes[t].scale].log,c=l==10?As:p0,h=mi(c(e));i=yo(l,h),l==10&&(i=pr[Fi(i,pr)]);let u=e,d=i*l;l==10&&(d=pr[Fi(d,pr)]);do a.push(u),u=u+i,l==10&&!$s.has(u)&&(u=Fe(u,$s.get(i))),u>=d&&(i=u,d=i*l,l==10&&(d=pr[Fi(d,pr)]));while(u<=n);return a}function l1(s,t,e,n,i,r,o){let l=s.scales[s.axes[t].scale].asinh,c=n>l?hf(s,t,Qn(l,e),n,i):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?hf(s,t,Qn(l,-n),-e,i):[l]).reverse().map(d=>-d).concat(h,c)}var F0=/./,c1=/[12357]/,h1=/[125]/,t0=/1/,uf=(s,t,e,n)=>s.map((i,r)=>t==4&&i==0||r%n==0&&e.test(i.toExponential()[i<0?1:0])?i:null);function u1(s,t,e,n,i){let r=s.axes[e],o=r.scale,a=s.scales[o],l=s.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?F0:l(7,o)-h>=c?c1:l(5,o)-h>=c?h1:t0;if(u==t0){let d=yn(l(1,o)-h);if(d<c)return uf(t.slice().reverse(),a.distr,u,Ai(c/d)).reverse()}return uf(t,a.distr,u,1)}function d1(s,t,e,n,i){let r=s.axes[e],o=r.scale,a=r._space,l=s.valToPos,c=yn(l(1,o)-l(2,o));return c<a?uf(t.slice().reverse(),3,F0,Ai(a/c)).reverse():t}function f1(s,t,e,n){return n==null?gf:t==null?"":vf(t)}var e0={show:!0,scale:"y",stroke:mf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:N0,side:3,grid:wf,ticks:L0,border:D0,font:Af,lineGap:U0,rotate:0};function p1(s,t){let e=3+(s||1)*2;return Fe(e*t,3)}function m1(s,t){let{scale:e,idxs:n}=s.series[0],i=s._data[0],r=s.valToPos(i[n[0]],e,!0),o=s.valToPos(i[n[1]],e,!0),a=yn(o-r),l=s.series[t],c=a/(l.points.space*Ae);return n[1]-n[0]<=c}var n0={scale:null,auto:!0,sorted:0,min:Ue,max:-Ue},O0=(s,t,e,n,i)=>i,i0={show:!0,auto:!0,sorted:0,gaps:O0,alpha:1,facets:[dn({},n0,{scale:"x"}),dn({},n0,{scale:"y"})]},s0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:O0,alpha:1,points:{show:m1,filter:null},values:null,min:Ue,max:-Ue,idxs:[],path:null,clip:null};function g1(s,t,e,n,i){return e/10}var B0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},_1=dn({},B0,{time:!1,ori:1}),r0={};function z0(s,t){let e=r0[s];return e||(e={key:s,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(i=>i!=n)},pub(n,i,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=i&&e.plots[h].pub(n,i,r,o,a,l,c)}},s!=null&&(r0[s]=e)),e}var Mo=1,df=2;function xr(s,t,e){let n=s.mode,i=s.series[t],r=n==2?s._data[t]:s._data,o=s.scales,a=s.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[i.facets[0].scale]:o[s.series[0].scale],u=n==2?o[i.facets[1].scale]:o[i.scale],d=a.left,f=a.top,p=a.width,y=a.height,g=s.valToPosH,m=s.valToPosV;return h.ori==0?e(i,l,c,h,u,g,m,d,f,p,y,Nh,wo,Fh,V0,H0):e(i,l,c,h,u,m,g,f,d,y,p,Uh,Ao,Cf,G0,W0)}function Tf(s,t){let e=0,n=0,i=be(s.bands,Sf);for(let r=0;r<i.length;r++){let o=i[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function x1(s,t,e,n,i){let r=s.mode,o=s.series[t],a=r==2?o.facets[1].scale:o.scale,l=s.scales[a];return i==-1?l.min:i==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ts(s,t,e,n,i,r){return xr(s,t,(o,a,l,c,h,u,d,f,p,y,g)=>{let m=o.pxRound,S=c.dir*(c.ori==0?1:-1),E=c.ori==0?wo:Ao,v,C;S==1?(v=e,C=n):(v=n,C=e);let T=m(u(a[v],c,y,f)),_=m(d(l[v],h,g,p)),w=m(u(a[C],c,y,f)),F=m(d(r==1?h.max:h.min,h,g,p)),I=new Path2D(i);return E(I,w,F),E(I,T,F),E(I,T,_),I})}function Dh(s,t,e,n,i,r){let o=null;if(s.length>0){o=new Path2D;let a=t==0?Fh:Cf,l=e;for(let u=0;u<s.length;u++){let d=s[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+i-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function y1(s,t,e){let n=s[s.length-1];n&&n[0]==t?n[1]=e:s.push([t,e])}function Ef(s,t,e,n,i,r,o){let a=[],l=s.length;for(let c=i==1?e:n;c>=e&&c<=n;c+=i)if(t[c]===null){let u=c,d=c;if(i==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(s[u]),p=d==u?f:r(s[d]),y=u-i;f=o<=0&&y>=0&&y<l?r(s[y]):f;let m=d+i;p=o>=0&&m>=0&&m<l?r(s[m]):p,p>=f&&a.push([f,p])}return a}function o0(s){return s==0?g0:s==1?xn:t=>fr(t,s)}function k0(s){let t=s==0?Nh:Uh,e=s==0?(i,r,o,a,l,c)=>{i.arcTo(r,o,a,l,c)}:(i,r,o,a,l,c)=>{i.arcTo(o,r,l,a,c)},n=s==0?(i,r,o,a,l)=>{i.rect(r,o,a,l)}:(i,r,o,a,l)=>{i.rect(o,r,l,a)};return(i,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(i,r,o,a,l):(c=Oi(c,a/2,l/2),h=Oi(h,a/2,l/2),t(i,r+c,o),e(i,r+a,o,r+a,o+l,c),e(i,r+a,o+l,r,o+l,h),e(i,r,o+l,r,o,h),e(i,r,o,r+a,o,c),i.closePath())}}var Nh=(s,t,e)=>{s.moveTo(t,e)},Uh=(s,t,e)=>{s.moveTo(e,t)},wo=(s,t,e)=>{s.lineTo(t,e)},Ao=(s,t,e)=>{s.lineTo(e,t)},Fh=k0(0),Cf=k0(1),V0=(s,t,e,n,i,r)=>{s.arc(t,e,n,i,r)},G0=(s,t,e,n,i,r)=>{s.arc(e,t,n,i,r)},H0=(s,t,e,n,i,r,o)=>{s.bezierCurveTo(t,e,n,i,r,o)},W0=(s,t,e,n,i,r,o)=>{s.bezierCurveTo(e,t,i,n,o,r)};function X0(s){return(t,e,n,i,r)=>xr(t,e,(o,a,l,c,h,u,d,f,p,y,g)=>{let{pxRound:m,points:S}=o,E,v;c.ori==0?(E=Nh,v=V0):(E=Uh,v=G0);let C=Fe(S.width*Ae,3),T=(S.size-S.width)/2*Ae,_=Fe(T*2,3),w=new Path2D,F=new Path2D,{left:I,top:D,width:z,height:V}=t.bbox;Fh(F,I-_,D-_,z+_*2,V+_*2);let N=H=>{if(l[H]!=null){let q=m(u(a[H],c,y,f)),G=m(d(l[H],h,g,p));E(w,q+T,G),v(w,q,G,T,0,Ah*2)}};if(r)r.forEach(N);else for(let H=n;H<=i;H++)N(H);return{stroke:C>0?w:null,fill:w,clip:F,flags:Mo|df}})}function q0(s){return(t,e,n,i,r,o)=>{n!=i&&(r!=n&&o!=n&&s(t,e,n),r!=i&&o!=i&&s(t,e,i),s(t,e,o))}}var v1=q0(wo),S1=q0(Ao);function Y0(s){let t=be(s?.alignGaps,0);return(e,n,i,r)=>xr(e,n,(o,a,l,c,h,u,d,f,p,y,g)=>{[i,r]=Rh(l,i,r);let m=o.pxRound,S=V=>m(u(V,c,y,f)),E=V=>m(d(V,h,g,p)),v,C;c.ori==0?(v=wo,C=v1):(v=Ao,C=S1);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Mo},w=_.stroke,F=!1;if(r-i>=y*4){let V=ut=>e.posToVal(ut,c.key,!0),N=null,H=null,q,G,lt,$=S(a[T==1?i:r]),K=S(a[i]),tt=S(a[r]),dt=V(T==1?K+1:tt-1);for(let ut=T==1?i:r;ut>=i&&ut<=r;ut+=T){let Q=a[ut],xt=(T==1?Q<dt:Q>dt)?$:S(Q),Et=l[ut];xt==$?Et!=null?(G=Et,N==null?(v(w,xt,E(G)),q=N=H=G):G<N?N=G:G>H&&(H=G)):Et===null&&(F=!0):(N!=null&&C(w,$,E(N),E(H),E(q),E(G)),Et!=null?(G=Et,v(w,xt,E(G)),N=H=q=G):(N=H=null,Et===null&&(F=!0)),$=xt,dt=V($+T))}N!=null&&N!=H&&lt!=$&&C(w,$,E(N),E(H),E(q),E(G))}else for(let V=T==1?i:r;V>=i&&V<=r;V+=T){let N=l[V];N===null?F=!0:N!=null&&v(w,S(a[V]),E(N))}let[D,z]=Tf(e,n);if(o.fill!=null||D!=0){let V=_.fill=new Path2D(w),N=o.fillTo(e,n,o.min,o.max,D),H=E(N),q=S(a[i]),G=S(a[r]);T==-1&&([G,q]=[q,G]),v(V,G,H),v(V,q,H)}if(!o.spanGaps){let V=[];F&&V.push(...Ef(a,l,i,r,T,S,t)),_.gaps=V=o.gaps(e,n,i,r,V),_.clip=Dh(V,c.ori,f,p,y,g)}return z!=0&&(_.band=z==2?[Ts(e,n,i,r,w,-1),Ts(e,n,i,r,w,1)]:Ts(e,n,i,r,w,z)),_})}function M1(s){let t=be(s.align,1),e=be(s.ascDesc,!1),n=be(s.alignGaps,0),i=be(s.extend,!1);return(r,o,a,l)=>xr(r,o,(c,h,u,d,f,p,y,g,m,S,E)=>{[a,l]=Rh(u,a,l);let v=c.pxRound,{left:C,width:T}=r.bbox,_=K=>v(p(K,d,S,g)),w=K=>v(y(K,f,E,m)),F=d.ori==0?wo:Ao,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Mo},D=I.stroke,z=d.dir*(d.ori==0?1:-1),V=w(u[z==1?a:l]),N=_(h[z==1?a:l]),H=N,q=N;i&&t==-1&&(q=C,F(D,q,V)),F(D,N,V);for(let K=z==1?a:l;K>=a&&K<=l;K+=z){let tt=u[K];if(tt==null)continue;let dt=_(h[K]),ut=w(tt);t==1?F(D,dt,V):F(D,H,ut),F(D,dt,ut),V=ut,H=dt}let G=H;i&&t==1&&(G=C+T,F(D,G,V));let[lt,$]=Tf(r,o);if(c.fill!=null||lt!=0){let K=I.fill=new Path2D(D),tt=c.fillTo(r,o,c.min,c.max,lt),dt=w(tt);F(K,G,dt),F(K,q,dt)}if(!c.spanGaps){let K=[];K.push(...Ef(h,u,a,l,z,_,n));let tt=c.width*Ae/2,dt=e||t==1?tt:-tt,ut=e||t==-1?-tt:tt;K.forEach(Q=>{Q[0]+=dt,Q[1]+=ut}),I.gaps=K=c.gaps(r,o,a,l,K),I.clip=Dh(K,d.ori,g,m,S,E)}return $!=0&&(I.band=$==2?[Ts(r,o,a,l,D,-1),Ts(r,o,a,l,D,1)]:Ts(r,o,a,l,D,$)),I})}function a0(s,t,e,n,i,r,o=Ue){if(s.length>1){let a=null;for(let l=0,c=1/0;l<s.length;l++)if(t[l]!==void 0){if(a!=null){let h=yn(s[l]-s[a]);h<c&&(c=h,o=yn(e(s[l],n,i,r)-e(s[a],n,i,r)))}a=l}}return o}function b1(s){s=s||Ka;let t=be(s.size,[.6,Ue,1]),e=s.align||0,n=s.gap||0,i=s.radius;i=i==null?[0,0]:typeof i=="number"?[i,0]:i;let r=ye(i),o=1-t[0],a=be(t[1],Ue),l=be(t[2],1),c=be(s.disp,Ka),h=be(s.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,y,g)=>xr(f,p,(m,S,E,v,C,T,_,w,F,I,D)=>{let z=m.pxRound,V=e,N=n*Ae,H=a*Ae,q=l*Ae,G,lt;v.ori==0?[G,lt]=r(f,p):[lt,G]=r(f,p);let $=v.dir*(v.ori==0?1:-1),K=v.ori==0?Fh:Cf,tt=v.ori==0?h:(Rt,Kt,ae,bt,Ne,Vt,$t)=>{h(Rt,Kt,ae,Ne,bt,$t,Vt)},dt=be(f.bands,Sf).find(Rt=>Rt.series[0]==p),ut=dt!=null?dt.dir:0,Q=m.fillTo(f,p,m.min,m.max,ut),mt=z(_(Q,C,D,F)),xt,Et,Mt,qt=I,oe=z(m.width*Ae),Wt=!1,fe=null,he=null,se=null,Xe=null;u!=null&&(oe==0||d!=null)&&(Wt=!0,fe=u.values(f,p,y,g),he=new Map,new Set(fe).forEach(Rt=>{Rt!=null&&he.set(Rt,new Path2D)}),oe>0&&(se=d.values(f,p,y,g),Xe=new Map,new Set(se).forEach(Rt=>{Rt!=null&&Xe.set(Rt,new Path2D)})));let{x0:Oe,size:rn}=c;if(Oe!=null&&rn!=null){V=1,S=Oe.values(f,p,y,g),Oe.unit==2&&(S=S.map(ae=>f.posToVal(w+ae*I,v.key,!0)));let Rt=rn.values(f,p,y,g);rn.unit==2?Et=Rt[0]*I:Et=T(Rt[0],v,I,w)-T(0,v,I,w),qt=a0(S,E,T,v,I,w,qt),Mt=qt-Et+N}else qt=a0(S,E,T,v,I,w,qt),Mt=qt*o+N,Et=qt-Mt;Mt<1&&(Mt=0),oe>=Et/2&&(oe=0),Mt<5&&(z=g0);let Le=Mt>0,Sn=qt-Mt-(Le?oe:0);Et=z(cf(Sn,q,H)),xt=(V==0?Et/2:V==$?0:Et)-V*$*((V==0?N/2:0)+(Le?oe/2:0));let ve={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},fn=Wt?null:new Path2D,Je=null;if(dt!=null)Je=f.data[dt.series[1]];else{let{y0:Rt,y1:Kt}=c;Rt!=null&&Kt!=null&&(E=Kt.values(f,p,y,g),Je=Rt.values(f,p,y,g))}let on=G*Et,B=lt*Et;for(let Rt=$==1?y:g;Rt>=y&&Rt<=g;Rt+=$){let Kt=E[Rt];if(Kt==null)continue;if(Je!=null){let X=Je[Rt]??0;if(Kt-X==0)continue;mt=_(X,C,D,F)}let ae=v.distr!=2||c!=null?S[Rt]:Rt,bt=T(ae,v,I,w),Ne=_(be(Kt,Q),C,D,F),Vt=z(bt-xt),$t=z(Qn(Ne,mt)),R=z(Oi(Ne,mt)),M=$t-R;if(Kt!=null){let X=Kt<0?B:on,ht=Kt<0?on:B;Wt?(oe>0&&se[Rt]!=null&&K(Xe.get(se[Rt]),Vt,R+mi(oe/2),Et,Qn(0,M-oe),X,ht),fe[Rt]!=null&&K(he.get(fe[Rt]),Vt,R+mi(oe/2),Et,Qn(0,M-oe),X,ht)):K(fn,Vt,R+mi(oe/2),Et,Qn(0,M-oe),X,ht),tt(f,p,Rt,Vt-oe/2,R,Et+oe,M)}}return oe>0?ve.stroke=Wt?Xe:fn:Wt||(ve._fill=m.width==0?m._fill:m._stroke??m._fill,ve.width=0),ve.fill=Wt?he:fn,ve})}function w1(s,t){let e=be(t?.alignGaps,0);return(n,i,r,o)=>xr(n,i,(a,l,c,h,u,d,f,p,y,g,m)=>{[r,o]=Rh(c,r,o);let S=a.pxRound,E=G=>S(d(G,h,g,p)),v=G=>S(f(G,u,m,y)),C,T,_;h.ori==0?(C=Nh,_=wo,T=H0):(C=Uh,_=Ao,T=W0);let w=h.dir*(h.ori==0?1:-1),F=E(l[w==1?r:o]),I=F,D=[],z=[];for(let G=w==1?r:o;G>=r&&G<=o;G+=w)if(c[G]!=null){let $=l[G],K=E($);D.push(I=K),z.push(v(c[G]))}let V={stroke:s(D,z,C,_,T,S),fill:null,clip:null,band:null,gaps:null,flags:Mo},N=V.stroke,[H,q]=Tf(n,i);if(a.fill!=null||H!=0){let G=V.fill=new Path2D(N),lt=a.fillTo(n,i,a.min,a.max,H),$=v(lt);_(G,I,$),_(G,F,$)}if(!a.spanGaps){let G=[];G.push(...Ef(l,c,r,o,w,E,e)),V.gaps=G=a.gaps(n,i,r,o,G),V.clip=Dh(G,h.ori,p,y,g,m)}return q!=0&&(V.band=q==2?[Ts(n,i,r,o,N,-1),Ts(n,i,r,o,N,1)]:Ts(n,i,r,o,N,q)),V})}function A1(s){return w1(T1,s)}function T1(s,t,e,n,i,r){let o=s.length;if(o<2)return null;let a=new Path2D;if(e(a,s[0],t[0]),o==2)n(a,s[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=s[d+1]-s[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)i(a,s[d]+u[d]/3,t[d]+l[d]*u[d]/3,s[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,s[d+1],t[d+1])}return a}var ff=new Set;function l0(){for(let s of ff)s.syncRect(!0)}bo&&(gr(ow,xo,l0),gr(aw,xo,l0,!0),gr(Th,xo,()=>{vn.pxRatio=Ae}));var E1=Y0(),C1=X0();function c0(s,t,e,n){return(n?[s[0],s[1]].concat(s.slice(2)):[s[0]].concat(s.slice(1))).map((r,o)=>pf(r,o,t,e))}function R1(s,t){return s.map((e,n)=>n==0?{}:dn({},t,e))}function pf(s,t,e,n){return dn({},t==0?e:n,s)}function $0(s,t,e){return t==null?vo:[t,e]}var P1=$0;function I1(s,t,e){return t==null?vo:Eh(t,e,yf,!0)}function Z0(s,t,e,n){return t==null?vo:Ph(t,e,s.scales[n].log,!1)}var L1=Z0;function J0(s,t,e,n){return t==null?vo:xf(t,e,s.scales[n].log,!1)}var D1=J0;function N1(s,t,e,n,i){let r=Qn(Vg(s),Vg(t)),o=t-s,a=Fi(i/n*o,e);do{let l=e[a],c=n*l/o;if(c>=i&&r+(l<5?$s.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function h0(s){let t,e;return s=s.replace(/(\d+)px/,(n,i)=>(t=xn((e=+i)*Ae))+"px"),[s,t,e]}function U1(s){s.show&&[s.font,s.labelFont].forEach(t=>{let e=Fe(t[2]*Ae,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function vn(s,t,e){let n={mode:be(s.mode,1)},i=n.mode;function r(x,b,L,U){let W=b.valToPct(x);return U+L*(b.dir==-1?1-W:W)}function o(x,b,L,U){let W=b.valToPct(x);return U+L*(b.dir==-1?W:1-W)}function a(x,b,L,U){return b.ori==0?r(x,b,L,U):o(x,b,L,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=wi(Gb);if(s.id!=null&&(c.id=s.id),pi(c,s.class),s.title){let x=wi(Xb,c);x.textContent=s.title}let h=Ui("canvas"),u=n.ctx=h.getContext("2d"),d=wi(qb,c);gr("click",d,x=>{x.target===p&&(ke!=Rr||qe!=Pr)&&Cn.click(n,x)},!0);let f=n.under=wi(Yb,d);d.appendChild(h);let p=n.over=wi($b,d);s=So(s);let y=+be(s.pxAlign,1),g=o0(y);(s.plugins||[]).forEach(x=>{x.opts&&(s=x.opts(n,s)||s)});let m=s.ms||.001,S=n.series=i==1?c0(s.series||[],Qg,s0,!1):R1(s.series||[null],i0),E=n.axes=c0(s.axes||[],jg,e0,!0),v=n.scales={},C=n.bands=s.bands||[];C.forEach(x=>{x.fill=ye(x.fill||null),x.dir=be(x.dir,-1)});let T=i==2?S[1].facets[0].scale:S[0].scale,_={axes:cs,series:me},w=(s.drawOrder||["axes","series"]).map(x=>_[x]);function F(x){let b=x.distr==3?L=>As(L>0?L:x.clamp(n,L,x.min,x.max,x.key)):x.distr==4?L=>tf(L,x.asinh):x.distr==100?L=>x.fwd(L):L=>L;return L=>{let U=b(L),{_min:W,_max:J}=x,at=J-W;return(U-W)/at}}function I(x){let b=v[x];if(b==null){let L=(s.scales||Ka)[x]||Ka;if(L.from!=null){I(L.from);let U=dn({},v[L.from],L,{key:x});U.valToPct=F(U),v[x]=U}else{b=v[x]=dn({},x==T?B0:_1,L),b.key=x;let U=b.time,W=b.range,J=Ys(W);if((x!=T||i==2&&!U)&&(J&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?Bg:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?Bg:{mode:1,hard:W[1],soft:W[1]}},J=!1),!J&&Lh(W))){let at=W;W=(ft,vt,Dt)=>vt==null?vo:Eh(vt,Dt,at)}b.range=ye(W||(U?P1:x==T?b.distr==3?L1:b.distr==4?D1:$0:b.distr==3?Z0:b.distr==4?J0:I1)),b.auto=ye(J?!1:b.auto),b.clamp=ye(b.clamp||g1),b._min=b._max=null,b.valToPct=F(b)}}}I("x"),I("y"),i==1&&S.forEach(x=>{I(x.scale)}),E.forEach(x=>{I(x.scale)});for(let x in s.scales)I(x);let D=v[T],z=D.distr,V,N;D.ori==0?(pi(c,Hb),V=r,N=o):(pi(c,Wb),V=o,N=r);let H={};for(let x in v){let b=v[x];(b.min!=null||b.max!=null)&&(H[x]={min:b.min,max:b.max},b.min=b.max=null)}let q=s.tzDate||(x=>new Date(xn(x/m))),G=s.fmtDate||Mf,lt=m==1?Hw(q):qw(q),$=Zg(q,$g(m==1?Gw:Xw,G)),K=Kg(q,Jg($w,G)),tt=[],dt=n.legend=dn({},Kw,s.legend),ut=n.cursor=dn({},i1,{drag:{y:i==2}},s.cursor),Q=dt.show,mt=ut.show,xt=dt.markers;dt.idxs=tt,xt.width=ye(xt.width),xt.dash=ye(xt.dash),xt.stroke=ye(xt.stroke),xt.fill=ye(xt.fill);let Et,Mt,qt,oe=[],Wt=[],fe,he=!1,se={};if(dt.live){let x=S[1]?S[1].values:null;he=x!=null,fe=he?x(n,1,0):{_:0};for(let b in fe)se[b]=gf}if(Q)if(Et=Ui("table",tw,c),qt=Ui("tbody",null,Et),dt.mount(n,Et),he){Mt=Ui("thead",null,Et,qt);let x=Ui("tr",null,Mt);Ui("th",null,x);for(var Xe in fe)Ui("th",Ag,x).textContent=Xe}else pi(Et,nw),dt.live&&pi(Et,ew);let Oe={show:!0},rn={show:!1};function Le(x,b){if(b==0&&(he||!dt.live||i==2))return vo;let L=[],U=Ui("tr",iw,qt,qt.childNodes[b]);pi(U,x.class),x.show||pi(U,mr);let W=Ui("th",null,U);if(xt.show){let ft=wi(sw,W);if(b>0){let vt=xt.width(n,b);vt&&(ft.style.border=vt+"px "+xt.dash(n,b)+" "+xt.stroke(n,b)),ft.style.background=xt.fill(n,b)}}let J=wi(Ag,W);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,b>0&&(xt.show||(J.style.color=x.width>0?xt.stroke(n,b):xt.fill(n,b)),ve("click",W,ft=>{if(ut._lock)return;Qt(ft);let vt=S.indexOf(x);if((ft.ctrlKey||ft.metaKey)!=dt.isolate){let Dt=S.some((Nt,Ft)=>Ft>0&&Ft!=vt&&Nt.show);S.forEach((Nt,Ft)=>{Ft>0&&Vi(Ft,Dt?Ft==vt?Oe:rn:Oe,!0,hn.setSeries)})}else Vi(vt,{show:!x.show},!0,hn.setSeries)},!1),te&&ve(Rg,W,ft=>{ut._lock||(Qt(ft),Vi(S.indexOf(x),Lr,!0,hn.setSeries))},!1));for(var at in fe){let ft=Ui("td",rw,U);ft.textContent="--",L.push(ft)}return[U,L]}let Sn=new Map;function ve(x,b,L,U=!0){let W=Sn.get(b)||{},J=ut.bind[x](n,b,L,U);J&&(gr(x,b,W[x]=J),Sn.set(b,W))}function fn(x,b,L){let U=Sn.get(b)||{};for(let W in U)(x==null||W==x)&&(lf(W,b,U[W]),delete U[W]);x==null&&Sn.delete(b)}let Je=0,on=0,B=0,Rt=0,Kt=0,ae=0,bt=Kt,Ne=ae,Vt=B,$t=Rt,R=0,M=0,X=0,ht=0;n.bbox={};let rt=!1,_t=!1,yt=!1,et=!1,it=!1,pt=!1;function O(x,b,L){(L||x!=n.width||b!=n.height)&&st(x,b),ue(!1),yt=!0,_t=!0,Nn()}function st(x,b){n.width=Je=B=x,n.height=on=Rt=b,Kt=ae=0,St(),Xt();let L=n.bbox;R=L.left=fr(Kt*Ae,.5),M=L.top=fr(ae*Ae,.5),X=L.width=fr(B*Ae,.5),ht=L.height=fr(Rt*Ae,.5)}let nt=3;function wt(){let x=!1,b=0;for(;!x;){b++;let L=Tr(b),U=ki(b);x=b==nt||L&&U,x||(st(n.width,n.height),_t=!0)}}function gt({width:x,height:b}){O(x,b)}n.setSize=gt;function St(){let x=!1,b=!1,L=!1,U=!1;E.forEach((W,J)=>{if(W.show&&W._show){let{side:at,_size:ft}=W,vt=at%2,Dt=W.label!=null?W.labelSize:0,Nt=ft+Dt;Nt>0&&(vt?(B-=Nt,at==3?(Kt+=Nt,U=!0):L=!0):(Rt-=Nt,at==0?(ae+=Nt,x=!0):b=!0))}}),Bi[0]=x,Bi[1]=L,Bi[2]=b,Bi[3]=U,B-=Ei[1]+Ei[3],Kt+=Ei[3],Rt-=Ei[2]+Ei[0],ae+=Ei[0]}function Xt(){let x=Kt+B,b=ae+Rt,L=Kt,U=ae;function W(J,at){switch(J){case 1:return x+=at,x-at;case 2:return b+=at,b-at;case 3:return L-=at,L+at;case 0:return U-=at,U+at}}E.forEach((J,at)=>{if(J.show&&J._show){let ft=J.side;J._pos=W(ft,J._size),J.label!=null&&(J._lpos=W(ft,J.labelSize))}})}if(ut.dataIdx==null){let x=ut.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let L=x.prox=ye(x.prox),U=x.bias??=0;ut.dataIdx=(W,J,at,ft)=>{if(J==0)return at;let vt=at,Dt=L(W,J,at,ft)??Ue,Nt=Dt>=0&&Dt<Ue,Ft=D.ori==0?B:Rt,re=ut.left,we=t[0],Me=t[J];if(b.has(Me[at])){vt=null;let ge=null,jt=null,Yt;if(U==0||U==-1)for(Yt=at;ge==null&&Yt-- >0;)b.has(Me[Yt])||(ge=Yt);if(U==0||U==1)for(Yt=at;jt==null&&Yt++<Me.length;)b.has(Me[Yt])||(jt=Yt);if(ge!=null||jt!=null)if(Nt){let Ge=ge==null?-1/0:V(we[ge],D,Ft,0),Qe=jt==null?1/0:V(we[jt],D,Ft,0),An=re-Ge,De=Qe-re;An<=De?An<=Dt&&(vt=ge):De<=Dt&&(vt=jt)}else vt=jt==null?ge:ge==null?jt:at-ge<=jt-at?ge:jt}else Nt&&yn(re-V(we[at],D,Ft,0))>Dt&&(vt=null);return vt}}let Qt=x=>{ut.event=x};ut.idxs=tt,ut._lock=!1;let ct=ut.points;ct.show=ye(ct.show),ct.size=ye(ct.size),ct.stroke=ye(ct.stroke),ct.width=ye(ct.width),ct.fill=ye(ct.fill);let Bt=n.focus=dn({},s.focus||{alpha:.3},ut.focus),te=Bt.prox>=0,Ct=te&&ct.one,ce=[],ze=[],kn=[];function Io(x,b){let L=ct.show(n,b);if(L instanceof HTMLElement)return pi(L,Qb),pi(L,x.class),ns(L,-10,-10,B,Rt),p.insertBefore(L,ce[b]),L}function br(x,b){if(i==1||b>0){let L=i==1&&v[x.scale].time,U=x.value;x.value=L?Wg(U)?Kg(q,Jg(U,G)):U||K:U||f1,x.label=x.label||(L?r1:s1)}if(Ct||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||E1||_w,x.fillTo=ye(x.fillTo||x1),x.pxAlign=+be(x.pxAlign,y),x.pxRound=o0(x.pxAlign),x.stroke=ye(x.stroke||null),x.fill=ye(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let L=p1(Qn(1,x.width),1),U=x.points=dn({},{size:L,width:Qn(1,L*.2),stroke:x.stroke,space:L*2,paths:C1,_stroke:null,_fill:null},x.points);U.show=ye(U.show),U.filter=ye(U.filter),U.fill=ye(U.fill),U.stroke=ye(U.stroke),U.paths=ye(U.paths),U.pxAlign=x.pxAlign}if(Q){let L=Le(x,b);oe.splice(b,0,L[0]),Wt.splice(b,0,L[1]),dt.values.push(null)}if(mt){tt.splice(b,0,null);let L=null;Ct?b==0&&(L=Io(x,b)):b>0&&(L=Io(x,b)),ce.splice(b,0,L),ze.splice(b,0,0),kn.splice(b,0,0)}wn("addSeries",b)}function su(x,b){b=b??S.length,x=i==1?pf(x,b,Qg,s0):pf(x,b,{},i0),S.splice(b,0,x),br(S[b],b)}n.addSeries=su;function nl(x){if(S.splice(x,1),Q){dt.values.splice(x,1),Wt.splice(x,1);let b=oe.splice(x,1)[0];fn(null,b.firstChild),b.remove()}mt&&(tt.splice(x,1),ce.splice(x,1)[0].remove(),ze.splice(x,1),kn.splice(x,1)),wn("delSeries",x)}n.delSeries=nl;let Bi=[!1,!1,!1,!1];function os(x,b){if(x._show=x.show,x.show){let L=x.side%2,U=v[x.scale];U==null&&(x.scale=L?S[1].scale:T,U=v[x.scale]);let W=U.time;x.size=ye(x.size),x.space=ye(x.space),x.rotate=ye(x.rotate),Ys(x.incrs)&&x.incrs.forEach(at=>{!$s.has(at)&&$s.set(at,y0(at))}),x.incrs=ye(x.incrs||(U.distr==2?zw:W?m==1?Vw:Ww:pr)),x.splits=ye(x.splits||(W&&U.distr==1?lt:U.distr==3?hf:U.distr==4?l1:a1)),x.stroke=ye(x.stroke),x.grid.stroke=ye(x.grid.stroke),x.ticks.stroke=ye(x.ticks.stroke),x.border.stroke=ye(x.border.stroke);let J=x.values;x.values=Ys(J)&&!Ys(J[0])?ye(J):W?Ys(J)?Zg(q,$g(J,G)):Wg(J)?Yw(q,J):J||$:J||o1,x.filter=ye(x.filter||(U.distr>=3&&U.log==10?u1:U.distr==3&&U.log==2?d1:_0)),x.font=h0(x.font),x.labelFont=h0(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Bi[b]=!0,x._el=wi(Zb,d))}}function as(x,b,L,U){let[W,J,at,ft]=L,vt=b%2,Dt=0;return vt==0&&(ft||J)&&(Dt=b==0&&!W||b==2&&!at?xn(jg.size/3):0),vt==1&&(W||at)&&(Dt=b==1&&!J||b==3&&!ft?xn(e0.size/2):0),Dt}let Lo=n.padding=(s.padding||[as,as,as,as]).map(x=>ye(be(x,as))),Ei=n._padding=Lo.map((x,b)=>x(n,b,Bi,0)),Ke,nn=null,sn=null,zi=i==1?S[0].idxs:null,si=null,Es=!1;function Do(x,b){if(t=x??[],n.data=n._data=t,i==2){Ke=0;for(let L=1;L<S.length;L++)Ke+=t[L][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),si=t[0],Ke=si.length;let L=t;if(z==2){L=t.slice();let U=L[0]=Array(Ke);for(let W=0;W<Ke;W++)U[W]=W}n._data=t=L}if(ue(!0),wn("setData"),z==2&&(yt=!0),b!==!1){let L=D;L.auto(n,Es)?No():Ps(T,L.min,L.max),et=et||ut.left>=0,pt=!0,Nn()}}n.setData=Do;function No(){Es=!0;let x,b;i==1&&(Ke>0?(nn=zi[0]=0,sn=zi[1]=Ke-1,x=t[0][nn],b=t[0][sn],z==2?(x=nn,b=sn):x==b&&(z==3?[x,b]=Ph(x,x,D.log,!1):z==4?[x,b]=xf(x,x,D.log,!1):D.time?b=x+xn(86400/m):[x,b]=Eh(x,b,yf,!0))):(nn=zi[0]=x=null,sn=zi[1]=b=null)),Ps(T,x,b)}let wr,Cs,Ar,A,k,j,Y,Z,At,It;function Tt(x,b,L,U,W,J){x??=Eg,L??=Sf,U??="butt",W??=Eg,J??="round",x!=wr&&(u.strokeStyle=wr=x),W!=Cs&&(u.fillStyle=Cs=W),b!=Ar&&(u.lineWidth=Ar=b),J!=k&&(u.lineJoin=k=J),U!=j&&(u.lineCap=j=U),L!=A&&u.setLineDash(A=L)}function Lt(x,b,L,U){b!=Cs&&(u.fillStyle=Cs=b),x!=Y&&(u.font=Y=x),L!=Z&&(u.textAlign=Z=L),U!=At&&(u.textBaseline=At=U)}function kt(x,b,L,U,W=0){if(U.length>0&&x.auto(n,Es)&&(b==null||b.min==null)){let J=be(nn,0),at=be(sn,U.length-1),ft=L.min==null?uw(U,J,at,W,x.distr==3):[L.min,L.max];x.min=Oi(x.min,L.min=ft[0]),x.max=Qn(x.max,L.max=ft[1])}}let ne={min:null,max:null};function pe(){for(let U in v){let W=v[U];H[U]==null&&(W.min==null||H[T]!=null&&W.auto(n,Es))&&(H[U]=ne)}for(let U in v){let W=v[U];H[U]==null&&W.from!=null&&H[W.from]!=null&&(H[U]=ne)}H[T]!=null&&ue(!0);let x={};for(let U in H){let W=H[U];if(W!=null){let J=x[U]=So(v[U],vw);if(W.min!=null)dn(J,W);else if(U!=T||i==2)if(Ke==0&&J.from==null){let at=J.range(n,null,null,U);J.min=at[0],J.max=at[1]}else J.min=Ue,J.max=-Ue}}if(Ke>0){S.forEach((U,W)=>{if(i==1){let J=U.scale,at=H[J];if(at==null)return;let ft=x[J];if(W==0){let vt=ft.range(n,ft.min,ft.max,J);ft.min=vt[0],ft.max=vt[1],nn=Fi(ft.min,t[0]),sn=Fi(ft.max,t[0]),sn-nn>1&&(t[0][nn]<ft.min&&nn++,t[0][sn]>ft.max&&sn--),U.min=si[nn],U.max=si[sn]}else U.show&&U.auto&&kt(ft,at,U,t[W],U.sorted);U.idxs[0]=nn,U.idxs[1]=sn}else if(W>0&&U.show&&U.auto){let[J,at]=U.facets,ft=J.scale,vt=at.scale,[Dt,Nt]=t[W],Ft=x[ft],re=x[vt];Ft!=null&&kt(Ft,H[ft],J,Dt,J.sorted),re!=null&&kt(re,H[vt],at,Nt,at.sorted),U.min=at.min,U.max=at.max}});for(let U in x){let W=x[U],J=H[U];if(W.from==null&&(J==null||J.min==null)){let at=W.range(n,W.min==Ue?null:W.min,W.max==-Ue?null:W.max,U);W.min=at[0],W.max=at[1]}}}for(let U in x){let W=x[U];if(W.from!=null){let J=x[W.from];if(J.min==null)W.min=W.max=null;else{let at=W.range(n,J.min,J.max,U);W.min=at[0],W.max=at[1]}}}let b={},L=!1;for(let U in x){let W=x[U],J=v[U];if(J.min!=W.min||J.max!=W.max){J.min=W.min,J.max=W.max;let at=J.distr;J._min=at==3?As(J.min):at==4?tf(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?As(J.max):at==4?tf(J.max,J.asinh):at==100?J.fwd(J.max):J.max,b[U]=L=!0}}if(L){S.forEach((U,W)=>{i==2?W>0&&b.y&&(U._paths=null):b[U.scale]&&(U._paths=null)});for(let U in b)yt=!0,wn("setScale",U);mt&&ut.left>=0&&(et=pt=!0)}for(let U in H)H[U]=null}function zt(x){let b=cf(nn-1,0,Ke-1),L=cf(sn+1,0,Ke-1);for(;x[b]==null&&b>0;)b--;for(;x[L]==null&&L<Ke-1;)L++;return[b,L]}function me(){if(Ke>0){let x=S.some(b=>b._focus)&&It!=Bt.alpha;x&&(u.globalAlpha=It=Bt.alpha),S.forEach((b,L)=>{if(L>0&&b.show&&($e(L,!1),$e(L,!0),b._paths==null)){let U=It;It!=b.alpha&&(u.globalAlpha=It=b.alpha);let W=i==2?[0,t[L][0].length-1]:zt(t[L]);b._paths=b.paths(n,L,W[0],W[1]),It!=U&&(u.globalAlpha=It=U)}}),S.forEach((b,L)=>{if(L>0&&b.show){let U=It;It!=b.alpha&&(u.globalAlpha=It=b.alpha),b._paths!=null&&Re(L,!1);{let W=b._paths!=null?b._paths.gaps:null,J=b.points.show(n,L,nn,sn,W),at=b.points.filter(n,L,J,W);(J||at)&&(b.points._paths=b.points.paths(n,L,nn,sn,at),Re(L,!0))}It!=U&&(u.globalAlpha=It=U),wn("drawSeries",L)}}),x&&(u.globalAlpha=It=1)}}function $e(x,b){let L=b?S[x].points:S[x];L._stroke=L.stroke(n,x),L._fill=L.fill(n,x)}function Re(x,b){let L=b?S[x].points:S[x],{stroke:U,fill:W,clip:J,flags:at,_stroke:ft=L._stroke,_fill:vt=L._fill,_width:Dt=L.width}=L._paths;Dt=Fe(Dt*Ae,3);let Nt=null,Ft=Dt%2/2;b&&vt==null&&(vt=Dt>0?"#fff":ft);let re=L.pxAlign==1&&Ft>0;if(re&&u.translate(Ft,Ft),!b){let we=R-Dt/2,Me=M-Dt/2,ge=X+Dt,jt=ht+Dt;Nt=new Path2D,Nt.rect(we,Me,ge,jt)}b?Ut(ft,Dt,L.dash,L.cap,vt,U,W,at,J):Pe(x,ft,Dt,L.dash,L.cap,vt,U,W,at,Nt,J),re&&u.translate(-Ft,-Ft)}function Pe(x,b,L,U,W,J,at,ft,vt,Dt,Nt){let Ft=!1;vt!=0&&C.forEach((re,we)=>{if(re.series[0]==x){let Me=S[re.series[1]],ge=t[re.series[1]],jt=(Me._paths||Ka).band;Ys(jt)&&(jt=re.dir==1?jt[0]:jt[1]);let Yt,Ge=null;Me.show&&jt&&fw(ge,nn,sn)?(Ge=re.fill(n,we)||J,Yt=Me._paths.clip):jt=null,Ut(b,L,U,W,Ge,at,ft,vt,Dt,Nt,Yt,jt),Ft=!0}}),Ft||Ut(b,L,U,W,J,at,ft,vt,Dt,Nt)}let pn=Mo|df;function Ut(x,b,L,U,W,J,at,ft,vt,Dt,Nt,Ft){Tt(x,b,L,U,W),(vt||Dt||Ft)&&(u.save(),vt&&u.clip(vt),Dt&&u.clip(Dt)),Ft?(ft&pn)==pn?(u.clip(Ft),Nt&&u.clip(Nt),xe(W,at),an(x,J,b)):ft&df?(xe(W,at),u.clip(Ft),an(x,J,b)):ft&Mo&&(u.save(),u.clip(Ft),Nt&&u.clip(Nt),xe(W,at),u.restore(),an(x,J,b)):(xe(W,at),an(x,J,b)),(vt||Dt||Ft)&&u.restore()}function an(x,b,L){L>0&&(b instanceof Map?b.forEach((U,W)=>{u.strokeStyle=wr=W,u.stroke(U)}):b!=null&&x&&u.stroke(b))}function xe(x,b){b instanceof Map?b.forEach((L,U)=>{u.fillStyle=Cs=U,u.fill(L)}):b!=null&&x&&u.fill(b)}function ls(x,b,L,U){let W=E[x],J;if(U<=0)J=[0,0];else{let at=W._space=W.space(n,x,b,L,U),ft=W._incrs=W.incrs(n,x,b,L,U,at);J=N1(b,L,ft,U,at)}return W._found=J}function ln(x,b,L,U,W,J,at,ft,vt,Dt){let Nt=at%2/2;y==1&&u.translate(Nt,Nt),Tt(ft,at,vt,Dt,ft),u.beginPath();let Ft,re,we,Me,ge=W+(U==0||U==3?-J:J);L==0?(re=W,Me=ge):(Ft=W,we=ge);for(let jt=0;jt<x.length;jt++)b[jt]!=null&&(L==0?Ft=we=x[jt]:re=Me=x[jt],u.moveTo(Ft,re),u.lineTo(we,Me));u.stroke(),y==1&&u.translate(-Nt,-Nt)}function Tr(x){let b=!0;return E.forEach((L,U)=>{if(!L.show)return;let W=v[L.scale];if(W.min==null){L._show&&(b=!1,L._show=!1,ue(!1));return}else L._show||(b=!1,L._show=!0,ue(!1));let J=L.side,at=J%2,{min:ft,max:vt}=W,[Dt,Nt]=ls(U,ft,vt,at==0?B:Rt);if(Nt==0)return;let Ft=W.distr==2,re=L._splits=L.splits(n,U,ft,vt,Dt,Nt,Ft),we=W.distr==2?re.map(Yt=>si[Yt]):re,Me=W.distr==2?si[re[1]]-si[re[0]]:Dt,ge=L._values=L.values(n,L.filter(n,we,U,Nt,Me),U,Nt,Me);L._rotate=J==2?L.rotate(n,ge,U,Nt):0;let jt=L._size;L._size=Ai(L.size(n,ge,U,x)),jt!=null&&L._size!=jt&&(b=!1)}),b}function ki(x){let b=!0;return Lo.forEach((L,U)=>{let W=L(n,U,Bi,x);W!=Ei[U]&&(b=!1),Ei[U]=W}),b}function cs(){for(let x=0;x<E.length;x++){let b=E[x];if(!b.show||!b._show)continue;let L=b.side,U=L%2,W,J,at=b.stroke(n,x),ft=L==0||L==3?-1:1,[vt,Dt]=b._found;if(b.label!=null){let Hn=b.labelGap*ft,ai=xn((b._lpos+Hn)*Ae);Lt(b.labelFont[0],at,"center",L==2?"top":Tg),u.save(),U==1?(W=J=0,u.translate(ai,xn(M+ht/2)),u.rotate((L==3?-Ah:Ah)/2)):(W=xn(R+X/2),J=ai);let js=m0(b.label)?b.label(n,x,vt,Dt):b.label;u.fillText(js,W,J),u.restore()}if(Dt==0)continue;let Nt=v[b.scale],Ft=U==0?X:ht,re=U==0?R:M,we=b._splits,Me=Nt.distr==2?we.map(Hn=>si[Hn]):we,ge=Nt.distr==2?si[we[1]]-si[we[0]]:vt,jt=b.ticks,Yt=b.border,Ge=jt.show?jt.size:0,Qe=xn(Ge*Ae),An=xn((b.alignTo==2?b._size-Ge-b.gap:b.gap)*Ae),De=b._rotate*-Ah/180,tn=g(b._pos*Ae),ri=(Qe+An)*ft,Gn=tn+ri;J=U==0?Gn:0,W=U==1?Gn:0;let _i=b.font[0],Ci=b.align==1?go:b.align==2?Kd:De>0?go:De<0?Kd:U==0?"center":L==3?Kd:go,Hi=De||U==1?"middle":L==2?"top":Tg;Lt(_i,at,Ci,Hi);let oi=b.font[1]*b.lineGap,xi=we.map(Hn=>g(a(Hn,Nt,Ft,re))),Ri=b._values;for(let Hn=0;Hn<Ri.length;Hn++){let ai=Ri[Hn];if(ai!=null){U==0?W=xi[Hn]:J=xi[Hn],ai=""+ai;let js=ai.indexOf(`
`)==-1?[ai]:ai.split(/\n/gm);for(let Wn=0;Wn<js.length;Wn++){let rp=js[Wn];De?(u.save(),u.translate(W,J+Wn*oi),u.rotate(De),u.fillText(rp,0,0),u.restore()):u.fillText(rp,W,J+Wn*oi)}}}jt.show&&ln(xi,jt.filter(n,Me,x,Dt,ge),U,L,tn,Qe,Fe(jt.width*Ae,3),jt.stroke(n,x),jt.dash,jt.cap);let Wi=b.grid;Wi.show&&ln(xi,Wi.filter(n,Me,x,Dt,ge),U,U==0?2:1,U==0?M:R,U==0?ht:X,Fe(Wi.width*Ae,3),Wi.stroke(n,x),Wi.dash,Wi.cap),Yt.show&&ln([tn],[1],U==0?1:0,U==0?1:2,U==1?M:R,U==1?ht:X,Fe(Yt.width*Ae,3),Yt.stroke(n,x),Yt.dash,Yt.cap)}wn("drawAxes")}function ue(x){S.forEach((b,L)=>{L>0&&(b._paths=null,x&&(i==1?(b.min=null,b.max=null):b.facets.forEach(U=>{U.min=null,U.max=null})))})}let je=!1,Vn=!1,Ie=[];function cn(){Vn=!1;for(let x=0;x<Ie.length;x++)wn(...Ie[x]);Ie.length=0}function Nn(){je||(Ew(Vf),je=!0)}function il(x,b=!1){je=!0,Vn=b,x(n),Vf(),b&&Ie.length>0&&queueMicrotask(cn)}n.batch=il;function Vf(){if(rt&&(pe(),rt=!1),yt&&(wt(),yt=!1),_t){if(We(f,go,Kt),We(f,"top",ae),We(f,Ya,B),We(f,$a,Rt),We(p,go,Kt),We(p,"top",ae),We(p,Ya,B),We(p,$a,Rt),We(d,Ya,Je),We(d,$a,on),h.width=xn(Je*Ae),h.height=xn(on*Ae),E.forEach(({_el:x,_show:b,_size:L,_pos:U,side:W})=>{if(x!=null)if(b){let J=W===3||W===0?L:0,at=W%2==1;We(x,at?"left":"top",U-J),We(x,at?"width":"height",L),We(x,at?"top":"left",at?ae:Kt),We(x,at?"height":"width",at?Rt:B),af(x,mr)}else pi(x,mr)}),wr=Cs=Ar=k=j=Y=Z=At=A=null,It=1,Oo(!0),Kt!=bt||ae!=Ne||B!=Vt||Rt!=$t){ue(!1);let x=B/Vt,b=Rt/$t;if(mt&&!et&&ut.left>=0){ut.left*=x,ut.top*=b,Er&&ns(Er,xn(ut.left),0,B,Rt),Cr&&ns(Cr,0,xn(ut.top),B,Rt);for(let L=0;L<ce.length;L++){let U=ce[L];U!=null&&(ze[L]*=x,kn[L]*=b,ns(U,Ai(ze[L]),Ai(kn[L]),B,Rt))}}if(Ve.show&&!it&&Ve.left>=0&&Ve.width>0){Ve.left*=x,Ve.width*=x,Ve.top*=b,Ve.height*=b;for(let L in hu)We(Ir,L,Ve[L])}bt=Kt,Ne=ae,Vt=B,$t=Rt}wn("setSize"),_t=!1}Je>0&&on>0&&(u.clearRect(0,0,h.width,h.height),wn("drawClear"),w.forEach(x=>x()),wn("draw")),Ve.show&&it&&(sl(Ve),it=!1),mt&&et&&(Ks(null,!0,!1),et=!1),dt.show&&dt.live&&pt&&(lu(),pt=!1),l||(l=!0,n.status=1,wn("ready")),Es=!1,je=!1}n.redraw=(x,b)=>{yt=b||!1,x!==!1?Ps(T,D.min,D.max):Nn()};function ru(x,b){let L=v[x];if(L.from==null){if(Ke==0){let U=L.range(n,b.min,b.max,x);b.min=U[0],b.max=U[1]}if(b.min>b.max){let U=b.min;b.min=b.max,b.max=U}if(Ke>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==T&&L.distr==2&&Ke>0&&(b.min=Fi(b.min,t[0]),b.max=Fi(b.max,t[0]),b.min==b.max&&b.max++),H[x]=b,rt=!0,Nn()}}n.setScale=ru;let ou,au,Er,Cr,Gf,Hf,Rr,Pr,Wf,Xf,ke,qe,Rs=!1,Cn=ut.drag,Mn=Cn.x,bn=Cn.y;mt&&(ut.x&&(ou=wi(Kb,p)),ut.y&&(au=wi(jb,p)),D.ori==0?(Er=ou,Cr=au):(Er=au,Cr=ou),ke=ut.left,qe=ut.top);let Ve=n.select=dn({show:!0,over:!0,left:0,width:0,top:0,height:0},s.select),Ir=Ve.show?wi(Jb,Ve.over?p:f):null;function sl(x,b){if(Ve.show){for(let L in x)Ve[L]=x[L],L in hu&&We(Ir,L,x[L]);b!==!1&&wn("setSelect")}}n.setSelect=sl;function y_(x){if(S[x].show)Q&&af(oe[x],mr);else if(Q&&pi(oe[x],mr),mt){let L=Ct?ce[0]:ce[x];L!=null&&ns(L,-10,-10,B,Rt)}}function Ps(x,b,L){ru(x,{min:b,max:L})}function Vi(x,b,L,U){b.focus!=null&&w_(x),b.show!=null&&S.forEach((W,J)=>{J>0&&(x==J||x==null)&&(W.show=b.show,y_(J),i==2?(Ps(W.facets[0].scale,null,null),Ps(W.facets[1].scale,null,null)):Ps(W.scale,null,null),Nn())}),L!==!1&&wn("setSeries",x,b),U&&Bo("setSeries",n,x,b)}n.setSeries=Vi;function v_(x,b){dn(C[x],b)}function S_(x,b){x.fill=ye(x.fill||null),x.dir=be(x.dir,-1),b=b??C.length,C.splice(b,0,x)}function M_(x){x==null?C.length=0:C.splice(x,1)}n.addBand=S_,n.setBand=v_,n.delBand=M_;function b_(x,b){S[x].alpha=b,mt&&ce[x]!=null&&(ce[x].style.opacity=b),Q&&oe[x]&&(oe[x].style.opacity=b)}let hs,Is,Js,Lr={focus:!0};function w_(x){if(x!=Js){let b=x==null,L=Bt.alpha!=1;S.forEach((U,W)=>{if(i==1||W>0){let J=b||W==0||W==x;U._focus=b?null:J,L&&b_(W,J?1:Bt.alpha)}}),Js=x,L&&Nn()}}Q&&te&&ve(Pg,Et,x=>{ut._lock||(Qt(x),Js!=null&&Vi(null,Lr,!0,hn.setSeries))});function Gi(x,b,L){let U=v[b];L&&(x=x/Ae-(U.ori==1?ae:Kt));let W=B;U.ori==1&&(W=Rt,x=W-x),U.dir==-1&&(x=W-x);let J=U._min,at=U._max,ft=x/W,vt=J+(at-J)*ft,Dt=U.distr;return Dt==3?yo(10,vt):Dt==4?mw(vt,U.asinh):Dt==100?U.bwd(vt):vt}function A_(x,b){let L=Gi(x,T,b);return Fi(L,t[0],nn,sn)}n.valToIdx=x=>Fi(x,t[0]),n.posToIdx=A_,n.posToVal=Gi,n.valToPos=(x,b,L)=>v[b].ori==0?r(x,v[b],L?X:B,L?R:0):o(x,v[b],L?ht:Rt,L?M:0),n.setCursor=(x,b,L)=>{ke=x.left,qe=x.top,Ks(null,b,L)};function qf(x,b){We(Ir,go,Ve.left=x),We(Ir,Ya,Ve.width=b)}function Yf(x,b){We(Ir,"top",Ve.top=x),We(Ir,$a,Ve.height=b)}let Uo=D.ori==0?qf:Yf,Fo=D.ori==1?qf:Yf;function T_(){if(Q&&dt.live)for(let x=i==2?1:0;x<S.length;x++){if(x==0&&he)continue;let b=dt.values[x],L=0;for(let U in b)Wt[x][L++].firstChild.nodeValue=b[U]}}function lu(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((L,U)=>{tt[U]=L}):yw(x.idx)||tt.fill(x.idx),dt.idx=tt[0]),Q&&dt.live){for(let L=0;L<S.length;L++)(L>0||i==1&&!he)&&E_(L,tt[L]);T_()}pt=!1,b!==!1&&wn("setLegend")}n.setLegend=lu;function E_(x,b){let L=S[x],U=x==0&&z==2?si:t[x],W;he?W=L.values(n,x,b)??se:(W=L.value(n,b==null?null:U[b],x,b),W=W==null?se:{_:W}),dt.values[x]=W}function Ks(x,b,L){Wf=ke,Xf=qe,[ke,qe]=ut.move(n,ke,qe),ut.left=ke,ut.top=qe,mt&&(Er&&ns(Er,xn(ke),0,B,Rt),Cr&&ns(Cr,0,xn(qe),B,Rt));let U,W=nn>sn;hs=Ue,Is=null;let J=D.ori==0?B:Rt,at=D.ori==1?B:Rt;if(ke<0||Ke==0||W){U=ut.idx=null;for(let ft=0;ft<S.length;ft++){let vt=ce[ft];vt!=null&&ns(vt,-10,-10,B,Rt)}te&&Vi(null,Lr,!0,x==null&&hn.setSeries),dt.live&&(tt.fill(U),pt=!0)}else{let ft,vt,Dt;i==1&&(ft=D.ori==0?ke:qe,vt=Gi(ft,T),U=ut.idx=Fi(vt,t[0],nn,sn),Dt=V(t[0][U],D,J,0));let Nt=-10,Ft=-10,re=0,we=0,Me=!0,ge="",jt="";for(let Yt=i==2?1:0;Yt<S.length;Yt++){let Ge=S[Yt],Qe=tt[Yt],An=Qe==null?null:i==1?t[Yt][Qe]:t[Yt][1][Qe],De=ut.dataIdx(n,Yt,U,vt),tn=De==null?null:i==1?t[Yt][De]:t[Yt][1][De];if(pt=pt||tn!=An||De!=Qe,tt[Yt]=De,Yt>0&&Ge.show){let ri=De==null?-10:De==U?Dt:V(i==1?t[0][De]:t[Yt][0][De],D,J,0),Gn=tn==null?-10:N(tn,i==1?v[Ge.scale]:v[Ge.facets[1].scale],at,0);if(te&&tn!=null){let _i=D.ori==1?ke:qe,Ci=yn(Bt.dist(n,Yt,De,Gn,_i));if(Ci<hs){let Hi=Bt.bias;if(Hi!=0){let oi=Gi(_i,Ge.scale),xi=tn>=0?1:-1,Ri=oi>=0?1:-1;Ri==xi&&(Ri==1?Hi==1?tn>=oi:tn<=oi:Hi==1?tn<=oi:tn>=oi)&&(hs=Ci,Is=Yt)}else hs=Ci,Is=Yt}}if(pt||Ct){let _i,Ci;D.ori==0?(_i=ri,Ci=Gn):(_i=Gn,Ci=ri);let Hi,oi,xi,Ri,Wi,Hn,ai=!0,js=ct.bbox;if(js!=null){ai=!1;let Wn=js(n,Yt);xi=Wn.left,Ri=Wn.top,Hi=Wn.width,oi=Wn.height}else xi=_i,Ri=Ci,Hi=oi=ct.size(n,Yt);if(Hn=ct.fill(n,Yt),Wi=ct.stroke(n,Yt),Ct)Yt==Is&&hs<=Bt.prox&&(Nt=xi,Ft=Ri,re=Hi,we=oi,Me=ai,ge=Hn,jt=Wi);else{let Wn=ce[Yt];Wn!=null&&(ze[Yt]=xi,kn[Yt]=Ri,Og(Wn,Hi,oi,ai),Ug(Wn,Hn,Wi),ns(Wn,Ai(xi),Ai(Ri),B,Rt))}}}}if(Ct){let Yt=Bt.prox,Ge=Js==null?hs<=Yt:hs>Yt||Is!=Js;if(pt||Ge){let Qe=ce[0];Qe!=null&&(ze[0]=Nt,kn[0]=Ft,Og(Qe,re,we,Me),Ug(Qe,ge,jt),ns(Qe,Ai(Nt),Ai(Ft),B,Rt))}}}if(Ve.show&&Rs)if(x!=null){let[ft,vt]=hn.scales,[Dt,Nt]=hn.match,[Ft,re]=x.cursor.sync.scales,we=x.cursor.drag;if(Mn=we._x,bn=we._y,Mn||bn){let{left:Me,top:ge,width:jt,height:Yt}=x.select,Ge=x.scales[Ft].ori,Qe=x.posToVal,An,De,tn,ri,Gn,_i=ft!=null&&Dt(ft,Ft),Ci=vt!=null&&Nt(vt,re);_i&&Mn?(Ge==0?(An=Me,De=jt):(An=ge,De=Yt),tn=v[ft],ri=V(Qe(An,Ft),tn,J,0),Gn=V(Qe(An+De,Ft),tn,J,0),Uo(Oi(ri,Gn),yn(Gn-ri))):Uo(0,J),Ci&&bn?(Ge==1?(An=Me,De=jt):(An=ge,De=Yt),tn=v[vt],ri=N(Qe(An,re),tn,at,0),Gn=N(Qe(An+De,re),tn,at,0),Fo(Oi(ri,Gn),yn(Gn-ri))):Fo(0,at)}else uu()}else{let ft=yn(Wf-Gf),vt=yn(Xf-Hf);if(D.ori==1){let re=ft;ft=vt,vt=re}Mn=Cn.x&&ft>=Cn.dist,bn=Cn.y&&vt>=Cn.dist;let Dt=Cn.uni;Dt!=null?Mn&&bn&&(Mn=ft>=Dt,bn=vt>=Dt,!Mn&&!bn&&(vt>ft?bn=!0:Mn=!0)):Cn.x&&Cn.y&&(Mn||bn)&&(Mn=bn=!0);let Nt,Ft;Mn&&(D.ori==0?(Nt=Rr,Ft=ke):(Nt=Pr,Ft=qe),Uo(Oi(Nt,Ft),yn(Ft-Nt)),bn||Fo(0,at)),bn&&(D.ori==1?(Nt=Rr,Ft=ke):(Nt=Pr,Ft=qe),Fo(Oi(Nt,Ft),yn(Ft-Nt)),Mn||Uo(0,J)),!Mn&&!bn&&(Uo(0,0),Fo(0,0))}if(Cn._x=Mn,Cn._y=bn,x==null){if(L){if(sp!=null){let[ft,vt]=hn.scales;hn.values[0]=ft!=null?Gi(D.ori==0?ke:qe,ft):null,hn.values[1]=vt!=null?Gi(D.ori==1?ke:qe,vt):null}Bo(jd,n,ke,qe,B,Rt,U)}if(te){let ft=L&&hn.setSeries,vt=Bt.prox;Js==null?hs<=vt&&Vi(Is,Lr,!0,ft):hs>vt?Vi(null,Lr,!0,ft):Is!=Js&&Vi(Is,Lr,!0,ft)}}pt&&(dt.idx=U,lu()),b!==!1&&wn("setCursor")}let Ls=null;Object.defineProperty(n,"rect",{get(){return Ls==null&&Oo(!1),Ls}});function Oo(x=!1){x?Ls=null:(Ls=p.getBoundingClientRect(),wn("syncRect",Ls))}function $f(x,b,L,U,W,J,at){ut._lock||Rs&&x!=null&&x.movementX==0&&x.movementY==0||(cu(x,b,L,U,W,J,at,!1,x!=null),x!=null?Ks(null,!0,!0):Ks(b,!0,!1))}function cu(x,b,L,U,W,J,at,ft,vt){if(Ls==null&&Oo(!1),Qt(x),x!=null)L=x.clientX-Ls.left,U=x.clientY-Ls.top;else{if(L<0||U<0){ke=-10,qe=-10;return}let[Dt,Nt]=hn.scales,Ft=b.cursor.sync,[re,we]=Ft.values,[Me,ge]=Ft.scales,[jt,Yt]=hn.match,Ge=b.axes[0].side%2==1,Qe=D.ori==0?B:Rt,An=D.ori==1?B:Rt,De=Ge?J:W,tn=Ge?W:J,ri=Ge?U:L,Gn=Ge?L:U;if(Me!=null?L=jt(Dt,Me)?a(re,v[Dt],Qe,0):-10:L=Qe*(ri/De),ge!=null?U=Yt(Nt,ge)?a(we,v[Nt],An,0):-10:U=An*(Gn/tn),D.ori==1){let _i=L;L=U,U=_i}}vt&&(b==null||b.cursor.event.type==jd)&&((L<=1||L>=B-1)&&(L=fr(L,B)),(U<=1||U>=Rt-1)&&(U=fr(U,Rt))),ft?(Gf=L,Hf=U,[Rr,Pr]=ut.move(n,L,U)):(ke=L,qe=U)}let hu={width:0,height:0,left:0,top:0};function uu(){sl(hu,!1)}let Zf,Jf,Kf,jf;function Qf(x,b,L,U,W,J,at){Rs=!0,Mn=bn=Cn._x=Cn._y=!1,cu(x,b,L,U,W,J,at,!0,!1),x!=null&&(ve(Qd,rf,tp,!1),Bo(Cg,n,Rr,Pr,B,Rt,null));let{left:ft,top:vt,width:Dt,height:Nt}=Ve;Zf=ft,Jf=vt,Kf=Dt,jf=Nt}function tp(x,b,L,U,W,J,at){Rs=Cn._x=Cn._y=!1,cu(x,b,L,U,W,J,at,!1,!0);let{left:ft,top:vt,width:Dt,height:Nt}=Ve,Ft=Dt>0||Nt>0,re=Zf!=ft||Jf!=vt||Kf!=Dt||jf!=Nt;if(Ft&&re&&sl(Ve),Cn.setScale&&Ft&&re){let we=ft,Me=Dt,ge=vt,jt=Nt;if(D.ori==1&&(we=vt,Me=Nt,ge=ft,jt=Dt),Mn&&Ps(T,Gi(we,T),Gi(we+Me,T)),bn)for(let Yt in v){let Ge=v[Yt];Yt!=T&&Ge.from==null&&Ge.min!=Ue&&Ps(Yt,Gi(ge+jt,Yt),Gi(ge,Yt))}uu()}else ut.lock&&(ut._lock=!ut._lock,Ks(b,!0,x!=null));x!=null&&(fn(Qd,rf),Bo(Qd,n,ke,qe,B,Rt,null))}function C_(x,b,L,U,W,J,at){if(ut._lock)return;Qt(x);let ft=Rs;if(Rs){let vt=!0,Dt=!0,Nt=10,Ft,re;D.ori==0?(Ft=Mn,re=bn):(Ft=bn,re=Mn),Ft&&re&&(vt=ke<=Nt||ke>=B-Nt,Dt=qe<=Nt||qe>=Rt-Nt),Ft&&vt&&(ke=ke<Rr?0:B),re&&Dt&&(qe=qe<Pr?0:Rt),Ks(null,!0,!0),Rs=!1}ke=-10,qe=-10,tt.fill(null),Ks(null,!0,!0),ft&&(Rs=ft)}function ep(x,b,L,U,W,J,at){ut._lock||(Qt(x),No(),uu(),x!=null&&Bo(Ig,n,ke,qe,B,Rt,null))}function np(){E.forEach(U1),O(n.width,n.height,!0)}gr(Th,xo,np);let Dr={};Dr.mousedown=Qf,Dr.mousemove=$f,Dr.mouseup=tp,Dr.dblclick=ep,Dr.setSeries=(x,b,L,U)=>{let W=hn.match[2];L=W(n,b,L),L!=-1&&Vi(L,U,!0,!1)},mt&&(ve(Cg,p,Qf),ve(jd,p,$f),ve(Rg,p,x=>{Qt(x),Oo(!1)}),ve(Pg,p,C_),ve(Ig,p,ep),ff.add(n),n.syncRect=Oo);let rl=n.hooks=s.hooks||{};function wn(x,b,L){Vn?Ie.push([x,b,L]):x in rl&&rl[x].forEach(U=>{U.call(null,n,b,L)})}(s.plugins||[]).forEach(x=>{for(let b in x.hooks)rl[b]=(rl[b]||[]).concat(x.hooks[b])});let ip=(x,b,L)=>L,hn=dn({key:null,setSeries:!1,filters:{pub:Gg,sub:Gg},scales:[T,S[1]?S[1].scale:null],match:[Hg,Hg,ip],values:[null,null]},ut.sync);hn.match.length==2&&hn.match.push(ip),ut.sync=hn;let sp=hn.key,du=z0(sp);function Bo(x,b,L,U,W,J,at){hn.filters.pub(x,b,L,U,W,J,at)&&du.pub(x,b,L,U,W,J,at)}du.sub(n);function R_(x,b,L,U,W,J,at){hn.filters.sub(x,b,L,U,W,J,at)&&Dr[x](null,b,L,U,W,J,at)}n.pub=R_;function P_(){du.unsub(n),ff.delete(n),Sn.clear(),lf(Th,xo,np),c.remove(),Et?.remove(),wn("destroy")}n.destroy=P_;function fu(){wn("init",s,t),Do(t||s.data,!1),H[T]?ru(T,H[T]):No(),it=Ve.show&&(Ve.width>0||Ve.height>0),et=pt=!0,O(s.width,s.height)}return S.forEach(br),E.forEach(os),e?e instanceof HTMLElement?(e.appendChild(c),fu()):e(n,fu):fu(),n}vn.assign=dn;vn.fmtNum=vf;vn.rangeNum=Eh;vn.rangeLog=Ph;vn.rangeAsinh=xf;vn.orient=xr;vn.pxRatio=Ae;vn.join=Tw;vn.fmtDate=Mf,vn.tzDate=Ow;vn.sync=z0;{vn.addGap=y1,vn.clipGaps=Dh;let s=vn.paths={points:X0};s.linear=Y0,s.stepped=M1,s.bars=b1,s.spline=A1}var yr=["#3d6fb4","#d98327","#3a9273","#a8478a","#84743a","#b5443b","#4fa3c4","#8d6cb8"],F1=2e-5,[O1,B1]=[150,112],z1={rad:"Angles",m:"Positions",J:"Energy","rad/s":"Turning","m/s":"Velocities",N:"Forces","N m":"Moments",W:"Power","m/s\xB2":"Accelerations","rad/s\xB2":"Angular accelerations"};function K0(s){return getComputedStyle(document.documentElement).getPropertyValue(s).trim()}function k1(s,t){if(s===null||!Number.isFinite(s))return[-1,1];let e=Math.max(Math.abs(s),Math.abs(t));return t-s<=F1*e?e===0?[-1,1]:[s-.1*e,t+.1*e]:vn.rangeNum(s,t,.08,!0)}var Rf=class{constructor(t,e){this.plots=t,this.unit=e,this.names=[],this.caption=ot("figcaption"),this.box=ot("div",{class:"curves"}),this.now=ot("div",{class:"now"}),this.figure=ot("figure",{},this.caption,this.box),this.values=new Map}build(){let{main:t,span:e}=this.plots;this.chart?.destroy(),this.caption.replaceChildren(ot("b",{},z1[this.unit]??"Signals"),ot("small",{},this.axes())),this.values.clear();let n=[{}];for(let[a,l]of this.order())for(let c of l)n.push(this.series(c,a===t));this.names.forEach((a,l)=>this.caption.append(this.chip(a,l)));let[,i]=ll(e),r={stroke:K0("--soft"),grid:{stroke:K0("--rule"),width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},o={width:Math.max(120,this.box.clientWidth),height:this.plots.height,legend:{show:!1},pxAlign:0,padding:[10,14,0,0],cursor:{drag:{x:!0,y:!1,setScale:!1},points:{show:!1},x:!1,y:!1},select:{show:!0},scales:{x:{time:!1,range:()=>this.plots.shownRange()},y:{range:(a,l,c)=>k1(l,c)}},axes:[{...r,size:22,gap:3,values:(a,l)=>l.map(c=>Number((c/i).toPrecision(6)))},{...r,size:48,gap:4,values:(a,l)=>l.map(Be)}],series:n,hooks:{setSelect:[a=>this.selected(a)],draw:[()=>this.moveNow()]}};this.chart=new vn(o,this.table(),this.box),this.chart.over.append(this.now),this.chart.over.addEventListener("dblclick",()=>this.plots.zoom(null)),this.chart.over.addEventListener("click",a=>this.clicked(a))}order(){let{motions:t,main:e}=this.plots;return[e,...t.keys()].filter((i,r)=>r===0||i!==e).map(i=>[i,this.names.filter(r=>t[i].signals.has(r))]).filter(([,i])=>i.length)}table(){return vn.join(this.order().map(([t,e])=>{let n=this.plots.motions[t];return[n.curveTimes,...e.map(i=>n.signals.get(i).values)]}))}renew(){this.chart.setData(this.table())}axes(){let[t]=ll(this.plots.span);return[`${this.unit?`${this.unit}, `:""}over ${t}`,this.plots.motions[this.plots.main].curves.told].filter(Boolean).join(" \xB7 ")}series(t,e){return{stroke:yr[this.names.indexOf(t)%yr.length],width:e?1.6:1.2,dash:e?void 0:[5,4],spanGaps:!0,points:{show:!1}}}chip(t,e){let n=ot("em");this.values.set(t,n);let i=ot("button",{class:"remove","aria-label":`remove ${t}`,onclick:()=>this.plots.remove(t)},"\xD7");return ot("span",{class:"chip",title:t},ul(yr[e%yr.length]),t," ",n,i)}clicked(t){if(this.dragged){this.dragged=!1;return}let e=this.chart.over.getBoundingClientRect();this.plots.seek(this.chart.posToVal(t.clientX-e.left,"x"))}selected(t){let{left:e,width:n}=t.select;if(n<6)return;this.dragged=!0;let i=[t.posToVal(e,"x"),t.posToVal(e+n,"x")];t.setSelect({left:0,top:0,width:0,height:0},!1),this.plots.zoom(i)}moveNow(){if(!this.chart)return;let t=this.chart.valToPos(this.plots.t,"x"),e=t>=-1&&t<=this.chart.over.clientWidth+1;this.now.style.transform=`translateX(${e?t.toFixed(2):-9}px)`;let n=this.plots.motions[this.plots.main];for(let[i,r]of this.values){let o=n.signals.get(i);o&&(r.textContent=Be(al(n.curveTimes,o.values,this.plots.t)))}}},Oh=class{constructor(t,e,n,i){Object.assign(this,{host:t,motions:e,player:n,changed:i}),this.main=0,this.cards=new Map,this.t=n.t,this.span=n.span||1,this.range=null,new ResizeObserver(()=>this.resize()).observe(t)}get height(){return this.cards.size>2&&innerWidth>760?B1:O1}get names(){return[...this.cards.values()].flatMap(t=>t.names)}unitOf(t){return this.motions.map(e=>e.signals.get(t)?.unit).find(e=>e!==void 0)}addAll(t){let e=new Set(t.map(n=>this.place(n)).filter(Boolean));for(let n of e)n.build();this.resize(),this.changed()}add(t){let e=this.place(t);return e?.build(),this.resize(),this.changed(),!!e}place(t){let e=this.unitOf(t);if(e===void 0)return;if(!this.cards.has(e)){let i=new Rf(this,e);this.cards.set(e,i),this.host.append(i.figure)}let n=this.cards.get(e);return n.names.includes(t)||n.names.push(t),n}remove(t){let e=this.cards.get(this.unitOf(t));e&&(e.names=e.names.filter(n=>n!==t),e.names.length?e.build():(e.chart.destroy(),e.figure.remove(),this.cards.delete(e.unit),this.resize()),this.changed())}rebuild(t=this.main){this.main=t;for(let e of this.cards.values())e.build()}renew(){for(let t of this.cards.values())t.renew()}shownRange(){return this.range?this.range:this.window?[Math.max(this.player.whole[1],this.window)-this.window,Math.max(this.player.whole[1],this.window)]:[this.player.whole[0],this.player.whole[0]+this.span]}zoom(t){this.range=t;for(let e of this.cards.values())e.chart.setScale("x",{min:this.shownRange()[0],max:this.shownRange()[1]});this.player.keep(t)}seek(t){this.player.seek(t)}move(t){this.t=t;for(let e of this.cards.values())e.moveNow()}resize(){for(let t of this.cards.values()){let e=t.box.clientWidth,n=t.chart&&(Math.abs(e-t.chart.width)>1||t.chart.height!==this.height);e&&n&&t.chart.setSize({width:e,height:this.height})}}},Bh=class{constructor(t,e){this.plots=e,this.input=ot("input",{id:"pick",type:"search",placeholder:"add a signal: type a part of its name",autocomplete:"off",spellcheck:"false","aria-label":"add a signal"}),this.list=ot("ul",{id:"found",hidden:!0}),t.append(this.input,this.list),this.input.addEventListener("input",()=>this.find()),this.input.addEventListener("focus",()=>this.find()),this.input.addEventListener("blur",()=>setTimeout(()=>this.list.hidden=!0,150)),this.input.addEventListener("keydown",n=>{n.key==="Enter"&&this.list.firstChild?.dispatchEvent(new Event("pick")),n.key==="Escape"&&this.input.blur()})}find(){let t=this.input.value.toLowerCase().split(/\s+/).filter(Boolean),n=[...new Set(this.plots.motions.flatMap(o=>[...o.signals.keys()]))].filter(o=>!this.plots.names.includes(o)&&t.every(a=>o.toLowerCase().includes(a)));n.sort((o,a)=>t.length&&(o.toLowerCase().startsWith(t[0])?-1:0)-(a.toLowerCase().startsWith(t[0])?-1:0));let i=n.slice(0,80).map(o=>{let a=()=>{this.plots.add(o),this.input.value="",this.find()};return ot("li",{onpointerdown:l=>{l.preventDefault(),a()},onpick:a},o,ot("small",{},this.plots.unitOf(o)))}),{left_out:r}=this.plots.motions[this.plots.main].curves;n.length>i.length&&i.push(ot("li",{class:"rest"},`and ${n.length-i.length} more`)),n.length||i.push(ot("li",{class:"rest"},"no signal of this name")),r&&i.push(ot("li",{class:"rest"},r)),this.list.replaceChildren(...i),this.list.hidden=document.activeElement!==this.input}};var To=230,[zh,kh,Vh]=[52,24,10],V1=5,Gh=class{constructor(t,e){this.motions=t;let n=(i,r)=>{let o=ot("select",{"aria-label":i,onchange:()=>this.renew()});for(let a of t[0].signals.keys())o.append(ot("option",{value:a},a));return o.value=r,o};this.x=n("signal to the right",e[0]),this.y=n("signal upwards",e[1]),this.canvas=ot("canvas",{"aria-label":"phase plane"}),this.figure=ot("figure",{id:"phase"},ot("figcaption",{},ot("b",{},"Phase plane"),this.y,ot("small",{},"over"),this.x),this.canvas),new ResizeObserver(()=>this.renew()).observe(this.figure)}renew(t=this.main??0){this.main=t;let e=this.figure.clientWidth-20;if(!(e>60))return;let n=Math.min(2,devicePixelRatio);Object.assign(this.canvas,{width:e*n,height:To*n}),this.canvas.style.height=`${To}px`,this.curves=this.motions.map(l=>[l.signals.get(this.x.value)?.values??[],l.signals.get(this.y.value)?.values??[]]);let[i,r]=[0,1].map(l=>G1(this.curves.map(c=>c[l])));this.toX=l=>zh+(l-i[0])/(i[1]-i[0])*(e-zh-Vh),this.toY=l=>To-kh-(l-r[0])/(r[1]-r[0])*(To-kh-Vh),this.paper=document.createElement("canvas"),Object.assign(this.paper,{width:this.canvas.width,height:this.canvas.height});let o=this.paper.getContext("2d");o.scale(n,n),this.ratio=n,this.axes(o,i,r,e);let a=[...this.curves.keys()].sort((l,c)=>(l===t)-(c===t));for(let l of a)this.curve(o,...this.curves[l],l===t);this.move(this.t??0)}axes(t,e,n,i){let r=getComputedStyle(document.documentElement);Object.assign(t,{strokeStyle:r.getPropertyValue("--rule"),fillStyle:r.getPropertyValue("--soft"),font:"11px system-ui, sans-serif",lineWidth:1});let o=(...a)=>{t.beginPath(),t.moveTo(a[0],a[1]),t.lineTo(a[2],a[3]),t.stroke()};Object.assign(t,{textAlign:"center",textBaseline:"top"});for(let a of j0(e))o(this.toX(a),Vh,this.toX(a),To-kh),t.fillText(Be(a),this.toX(a),To-kh+6);Object.assign(t,{textAlign:"right",textBaseline:"middle"});for(let a of j0(n))o(zh,this.toY(a),i-Vh,this.toY(a)),t.fillText(Be(a),zh-6,this.toY(a))}curve(t,e,n,i){Object.assign(t,{strokeStyle:yr[0],lineWidth:i?1.6:1.2,lineJoin:"round",globalAlpha:i?1:.7}),t.setLineDash(i?[]:[5,4]),t.beginPath();let r=!1;for(let o=0;o<Math.min(e.length,n.length);o++){let a=Number.isFinite(e[o]+n[o]);a&&t[r?"lineTo":"moveTo"](this.toX(e[o]),this.toY(n[o])),r=a}t.stroke(),t.setLineDash([]),t.globalAlpha=1}move(t){if(this.t=t,!this.paper)return;let e=this.canvas.getContext("2d");e.setTransform(1,0,0,1,0,0),e.clearRect(0,0,this.canvas.width,this.canvas.height),e.drawImage(this.paper,0,0),e.scale(this.ratio,this.ratio),e.fillStyle=yr[1];let{curveTimes:n}=this.motions[this.main],[i,r]=this.curves[this.main].map(o=>o.length?al(n,o,t):NaN);Number.isFinite(i+r)&&(e.beginPath(),e.arc(this.toX(i),this.toY(r),4.5,0,2*Math.PI),e.fill())}};function G1(s){let[t,e]=[1/0,-1/0];for(let i of s)for(let r of i)Number.isFinite(r)&&(r<t&&(t=r),r>e&&(e=r));if(!(e>=t))return[-1,1];let n=.06*(e-t)||Math.max(1e-9,.1*Math.abs(t))||1;return[t-n,e+n]}function j0([s,t]){let e=hl((t-s)/V1),n=[];for(let i=Math.ceil(s/e);i*e<=t;i++)n.push(Number((i*e).toPrecision(12)));return n}var H1=8;function Pf(s){let t=s/H1;if(s>=2.99&&s<=12.01)return 1;let e=Math.floor(Math.log10(t));return[1,2,5,10].map(i=>i*10**e).reduce((i,r)=>Math.abs(Math.log(r/t))<Math.abs(Math.log(i/t))?r:i)}var Hh=class{constructor(t,e){this.times=t,this.whole=[t[0],t[t.length-1]],this.range=this.whole,this.t=this.whole[0],this.span=this.whole[1]-this.whole[0],this.speed=this.span>0?Pf(this.span):1,this.playing=!1,this.loop=!0,this.changed=e}grow(t){this.times=t,this.whole=this.range=[t[0],t[t.length-1]],this.span=this.whole[1]-this.whole[0],this.t=this.whole[1]}seek(t){this.t=Math.min(this.whole[1],Math.max(this.whole[0],t)),this.changed()}play(t=!this.playing){this.playing=t&&(this.span>0||this.isEndless===!0),this.isEndless?this.t=this.playing?this.whole[1]:this.t:this.playing&&this.t>=this.range[1]&&(this.t=this.range[0]),this.changed()}step(t){this.playing=!1;let[e,n,i]=Xi(this.times,this.t),r=t>0?i>=1?n:e:i>0?n:e;this.seek(this.times[Math.min(this.times.length-1,Math.max(0,r+t))])}keep(t){this.range=t??this.whole,(this.t<this.range[0]||this.t>this.range[1])&&(this.t=this.range[0]),this.changed()}advance(t){if(!this.playing)return;let e=this.t+t*this.speed,[n,i]=this.range;e>=i&&(this.loop?e=n+(e-n)%(i-n||1):(e=i,this.playing=!1)),this.t=e,this.changed()}};var Q0=new en,Wh=new P,Eo=class extends Ca{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new Se(t,3)),this.setAttribute("uv",new Se(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Ws(e,6,1);return this.setAttribute("instanceStart",new Si(n,3,0)),this.setAttribute("instanceEnd",new Si(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Ws(e,6,1);return this.setAttribute("instanceColorStart",new Si(n,3,0)),this.setAttribute("instanceColorEnd",new Si(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Sa(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),Q0.setFromBufferAttribute(e),this.boundingBox.union(Q0))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Rn),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let i=0;for(let r=0,o=t.count;r<o;r++)Wh.fromBufferAttribute(t,r),i=Math.max(i,n.distanceToSquared(Wh)),Wh.fromBufferAttribute(e,r),i=Math.max(i,n.distanceToSquared(Wh));this.boundingSphere.radius=Math.sqrt(i),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Pt.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Ht},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};jn.line={uniforms:ka.merge([Pt.common,Pt.fog,Pt.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Zs=class extends Mi{constructor(t){super({type:"LineMaterial",uniforms:ka.clone(jn.line.uniforms),vertexShader:jn.line.vertexShader,fragmentShader:jn.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var If=new Ee,t_=new P,e_=new P,In=new Ee,Ln=new Ee,is=new Ee,Lf=new P,Df=new Ot,Dn=new Ra,n_=new P,Xh=new en,qh=new Rn,ss=new Ee,rs,vr;function i_(s,t,e){return ss.set(0,0,-t,1).applyMatrix4(s.projectionMatrix),ss.multiplyScalar(1/ss.w),ss.x=vr/e.width,ss.y=vr/e.height,ss.applyMatrix4(s.projectionMatrixInverse),ss.multiplyScalar(1/ss.w),Math.abs(Math.max(ss.x,ss.y))}function W1(s,t){let e=s.matrixWorld,n=s.geometry,i=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,i.count);for(let a=0,l=o;a<l;a++){Dn.start.fromBufferAttribute(i,a),Dn.end.fromBufferAttribute(r,a),Dn.applyMatrix4(e);let c=new P,h=new P;rs.distanceSqToSegment(Dn.start,Dn.end,h,c),h.distanceTo(c)<vr*.5&&t.push({point:h,pointOnLine:c,distance:rs.origin.distanceTo(h),object:s,face:null,faceIndex:a,uv:null,uv1:null})}}function X1(s,t,e){let n=t.projectionMatrix,r=s.material.resolution,o=s.matrixWorld,a=s.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;rs.at(1,is),is.w=1,is.applyMatrix4(t.matrixWorldInverse),is.applyMatrix4(n),is.multiplyScalar(1/is.w),is.x*=r.x/2,is.y*=r.y/2,is.z=0,Lf.copy(is),Df.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(In.fromBufferAttribute(l,d),Ln.fromBufferAttribute(c,d),In.w=1,Ln.w=1,In.applyMatrix4(Df),Ln.applyMatrix4(Df),In.z>u&&Ln.z>u)continue;if(In.z>u){let E=In.z-Ln.z,v=(In.z-u)/E;In.lerp(Ln,v)}else if(Ln.z>u){let E=Ln.z-In.z,v=(Ln.z-u)/E;Ln.lerp(In,v)}In.applyMatrix4(n),Ln.applyMatrix4(n),In.multiplyScalar(1/In.w),Ln.multiplyScalar(1/Ln.w),In.x*=r.x/2,In.y*=r.y/2,Ln.x*=r.x/2,Ln.y*=r.y/2,Dn.start.copy(In),Dn.start.z=0,Dn.end.copy(Ln),Dn.end.z=0;let y=Dn.closestPointToPointParameter(Lf,!0);Dn.at(y,n_);let g=ts.lerp(In.z,Ln.z,y),m=g>=-1&&g<=1,S=Lf.distanceTo(n_)<vr*.5;if(m&&S){Dn.start.fromBufferAttribute(l,d),Dn.end.fromBufferAttribute(c,d),Dn.start.applyMatrix4(o),Dn.end.applyMatrix4(o);let E=new P,v=new P;rs.distanceSqToSegment(Dn.start,Dn.end,v,E),e.push({point:v,pointOnLine:E,distance:rs.origin.distanceTo(v),object:s,face:null,faceIndex:d,uv:null,uv1:null})}}}var Yh=class extends Bn{constructor(t=new Eo,e=new Zs({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,i=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)t_.fromBufferAttribute(e,o),e_.fromBufferAttribute(n,o),i[a]=a===0?0:i[a-1],i[a+1]=i[a]+t_.distanceTo(e_);let r=new Ws(i,2,1);return t.setAttribute("instanceDistanceStart",new Si(r,1,0)),t.setAttribute("instanceDistanceEnd",new Si(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,i=t.camera;if(i===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;rs=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;vr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),qh.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=vr*.5;else{let u=Math.max(i.near,qh.distanceToPoint(rs.origin));c=i_(i,u,l.resolution)}if(qh.radius+=c,rs.intersectsSphere(qh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Xh.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=vr*.5;else{let u=Math.max(i.near,Xh.distanceToPoint(rs.origin));h=i_(i,u,l.resolution)}Xh.expandByScalar(h),rs.intersectsBox(Xh)!==!1&&(n?W1(this,e):X1(this,i,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(If),this.material.uniforms.resolution.value.set(If.z,If.w))}};var Co=class extends Eo{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let i=0;i<e;i+=3)n[2*i]=t[i],n[2*i+1]=t[i+1],n[2*i+2]=t[i+2],n[2*i+3]=t[i+3],n[2*i+4]=t[i+4],n[2*i+5]=t[i+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let i=0;i<e;i+=3)n[2*i]=t[i],n[2*i+1]=t[i+1],n[2*i+2]=t[i+2],n[2*i+3]=t[i+3],n[2*i+4]=t[i+4],n[2*i+5]=t[i+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let i=0;i<e;i++)n[6*i]=t[i].x,n[6*i+1]=t[i].y,n[6*i+2]=t[i].z||0,n[6*i+3]=t[i+1].x,n[6*i+4]=t[i+1].y,n[6*i+5]=t[i+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var $h=class extends Yh{constructor(t=new Co,e=new Zs({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var q1=new P(0,1,0),Zh=class{constructor(t,e){this.thick=e;let n=new rr({roughness:.5}),i=new Ss(1,1,1,10).translate(0,.5,0),r=new sr(1,1,16).translate(0,.5,0);this.parts=[i,r].map(o=>{let a=new oa(o,n,Math.max(1,t));return a.instanceMatrix.setUsage(Cd),a.frustumCulled=!1,a.count=0,a.setColorAt(0,new Jt),a}),this.work={matrix:new Ot,turn:new mn,scale:new P,at:new P,direction:new P}}clear(){this.count=0}add(t,e,n){let i=e.length();if(!(i>.3*this.thick))return;let{matrix:r,turn:o,scale:a,at:l,direction:c}=this.work,[h,u]=this.parts,d=Math.min(5.5*this.thick,.6*i),f=d/5.5*2;c.copy(e).divideScalar(i),o.setFromUnitVectors(q1,c);let p=Math.min(.62*this.thick,.4*f);h.setMatrixAt(this.count,r.compose(t,o,a.set(p,i-.9*d,p))),u.setMatrixAt(this.count,r.compose(l.copy(t).addScaledVector(c,i-d),o,a.set(f,d,f)));for(let y of this.parts)y.setColorAt(this.count,n);this.count+=1}finish(){for(let t of this.parts)t.count=this.count,t.instanceMatrix.needsUpdate=!0,t.instanceColor.needsUpdate=!0}};function s_(s){let t=new P(...s.normal??s.up),e=new P(...s.up),n=new P().crossVectors(e,t);n.length()<.5&&n.set(...Math.abs(e.x)<.9?[1,0,0]:[0,1,0]),n.addScaledVector(t,-n.dot(t)).normalize();let i=new P().crossVectors(t,n),r=s.normal?t.clone().addScaledVector(e,.55).addScaledVector(n,-.35):t.clone().addScaledVector(n,-.42).addScaledVector(i,.3);return{normal:t,side:n,other:i,level:s.level,light:r.normalize()}}function r_({normal:s,level:t},e){let n=s.dot(e),[i,r,o]=e.toArray(),a=new Ot;return a.set(1-i*s.x/n,-i*s.y/n,-i*s.z/n,i*t/n,-r*s.x/n,1-r*s.y/n,-r*s.z/n,r*t/n,-o*s.x/n,-o*s.y/n,1-o*s.z/n,o*t/n,0,0,0,1),a}function o_(s,t,e){let n=hl(e/7),i=new P(...s.box[0]).add(new P(...s.box[1])).multiplyScalar(.5),r=s.normal?16:13,[o,a]=[t.side,t.other].map(f=>n*Math.round(i.dot(f)/n)),l=[],c=[],h=(f,p)=>{l.push(...new P().addScaledVector(t.normal,t.level).addScaledVector(t.side,o+f*n).addScaledVector(t.other,a+p*n)),c.push(1,1,1,Math.max(0,1-Math.hypot(f,p)/r)**1.2)};for(let f=-r;f<=r;f++)for(let p=-r;p<r;p++)h(f,p),h(f,p+1),h(p,f),h(p+1,f);let u=new Ye;u.setAttribute("position",new Ze(new Float32Array(l),3)),u.setAttribute("color",new Ze(new Float32Array(c),4));let d=new ca(u,new ao({vertexColors:!0,transparent:!0,depthWrite:!1}));return d.userData.middle=new P().addScaledVector(t.side,o).addScaledVector(t.other,a),{lines:d,step:n}}function a_(s,t){let e=document.createElement("canvas");e.width=e.height=256;let n=e.getContext("2d"),i=n.createRadialGradient(128,90,10,128,110,230);i.addColorStop(0,s),i.addColorStop(1,t),n.fillStyle=i,n.fillRect(0,0,256,256);let r=new ua(e);return r.colorSpace=qn,r}var Qa=new P;function Ti(s,t,e,n,i,r){let o=2*Math.PI*i/4,a=Math.max(r-2*i,0),l=Math.PI/4;Qa.copy(t),Qa[n]=0,Qa.normalize();let c=.5*o/(o+a),h=1-Qa.angleTo(s)/l;return Math.sign(Qa[e])===1?h*c:a/(o+a)+c+c*(1-h)}var Jh=class s extends Di{constructor(t=1,e=1,n=1,i=2,r=.1){let o=i*2+1;if(r=Math.min(t/2,e/2,n/2,r),super(1,1,1,o,o,o),this.type="RoundedBoxGeometry",this.parameters={width:t,height:e,depth:n,segments:i,radius:r},o===1)return;let a=this.toNonIndexed();this.index=null,this.attributes.position=a.attributes.position,this.attributes.normal=a.attributes.normal,this.attributes.uv=a.attributes.uv;let l=new P,c=new P,h=new P(t,e,n).divideScalar(2).subScalar(r),u=this.attributes.position.array,d=this.attributes.normal.array,f=this.attributes.uv.array,p=u.length/6,y=new P,g=.5/o;for(let m=0,S=0;m<u.length;m+=3,S+=2)switch(l.fromArray(u,m),c.copy(l),c.x-=Math.sign(c.x)*g,c.y-=Math.sign(c.y)*g,c.z-=Math.sign(c.z)*g,c.normalize(),u[m+0]=h.x*Math.sign(l.x)+c.x*r,u[m+1]=h.y*Math.sign(l.y)+c.y*r,u[m+2]=h.z*Math.sign(l.z)+c.z*r,d[m+0]=c.x,d[m+1]=c.y,d[m+2]=c.z,Math.floor(m/p)){case 0:y.set(1,0,0),f[S+0]=Ti(y,c,"z","y",r,n),f[S+1]=1-Ti(y,c,"y","z",r,e);break;case 1:y.set(-1,0,0),f[S+0]=1-Ti(y,c,"z","y",r,n),f[S+1]=1-Ti(y,c,"y","z",r,e);break;case 2:y.set(0,1,0),f[S+0]=1-Ti(y,c,"x","z",r,t),f[S+1]=Ti(y,c,"z","x",r,n);break;case 3:y.set(0,-1,0),f[S+0]=1-Ti(y,c,"x","z",r,t),f[S+1]=1-Ti(y,c,"z","x",r,n);break;case 4:y.set(0,0,1),f[S+0]=1-Ti(y,c,"x","y",r,t),f[S+1]=1-Ti(y,c,"y","x",r,e);break;case 5:y.set(0,0,-1),f[S+0]=Ti(y,c,"x","y",r,t),f[S+1]=1-Ti(y,c,"y","x",r,e);break}}static fromJSON(t){return new s(t.width,t.height,t.depth,t.segments,t.radius)}};function h_(s,t=!1){let e=s[0].index!==null,n=new Set(Object.keys(s[0].attributes)),i=new Set(Object.keys(s[0].morphAttributes)),r={},o={},a=s[0].morphTargetsRelative,l=new Ye;l.morphTargetsRelative=a;let c=0;for(let h=0;h<s.length;++h){let u=s[h],d=0,f=0;if(e!==(u.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in u.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(u.attributes[p]),d++}if(d!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==u.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in u.morphAttributes){if(!i.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(u.morphAttributes[p].length!==s[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(u.morphAttributes[p]),f++}if(f!==i.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(t){let p;if(e)p=u.index.count;else if(u.attributes.position!==void 0)p=u.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,h),c+=p}}if(e){let h=0,u=[];for(let d=0;d<s.length;++d){let f=s[d].index;for(let p=0;p<f.count;++p)u.push(f.getX(p)+h);h+=s[d].attributes.position.count}l.setIndex(u)}for(let h in r){let u=l_(r[h]);if(!u)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,u)}for(let h in o){let u=o[h][0].length;if(u!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let d=0;d<u;++d){let f=[];for(let y=0;y<o[h].length;++y)f.push(o[h][y][d]);let p=l_(f);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(p)}}}return l}function l_(s){let t,e,n,i=-1,r=0;for(let c=0;c<s.length;++c){let h=s[c];if(t===void 0&&(t=h.array.constructor),t!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(e===void 0&&(e=h.itemSize),e!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(i===-1&&(i=h.gpuType),i!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*e}let o=new t(r),a=new Ze(o,e,n),l=0;for(let c=0;c<s.length;++c){let h=s[c];if(h.isInterleavedBufferAttribute){let u=l/e;for(let d=0,f=h.count;d<f;d++)for(let p=0;p<e;p++){let y=h.getComponent(d,p);a.setComponent(d+u,p,y)}}else o.set(h.array,l);l+=h.count*e}return i!==void 0&&(a.gpuType=i),a}function u_(s,t=1e-4){t=Math.max(t,Number.EPSILON);let e={},n=s.getIndex(),i=s.getAttribute("position"),r=n?n.count:i.count,o=0,a=Object.keys(s.attributes),l=[],c=new Map,h=[],u=["getX","getY","getZ","getW"],d=t*.5,f=Math.log10(1/t),p=Math.pow(10,f),y=d*p;for(let m=0;m<r;m++){let S=n?n.getX(m):m,E="";for(let v=0,C=a.length;v<C;v++){let T=a[v],_=s.getAttribute(T),w=_.itemSize;for(let F=0;F<w;F++)E+=`${Math.trunc(_[u[F]](S)*p+y)},`}E in e?h.push(e[E]):(l.push(S),e[E]=o,h.push(o),o++)}let g=s.clone();for(let m in s.attributes)g.setAttribute(m,c_(s.attributes[m],l,c));for(let m in s.morphAttributes)g.morphAttributes[m]=s.morphAttributes[m].map(S=>c_(S,l,c));return g.setIndex(h),g}function d_(s,t=Math.PI/3){let e=s.index?s.toNonIndexed():s,n=e.attributes.position,i=n.count,r;if(n.isBufferAttribute===!0&&n.itemSize===3&&n.normalized===!1)r=n.array;else{r=new Float64Array(i*3);for(let v=0;v<i;v++)r[3*v+0]=n.getX(v),r[3*v+1]=n.getY(v),r[3*v+2]=n.getZ(v)}let o=Math.cos(t),a=(1+1e-10)*100,l=i/3,c=new Float64Array(l*3);for(let v=0;v<l;v++){let C=9*v,T=r[C+0],_=r[C+1],w=r[C+2],F=r[C+3],I=r[C+4],D=r[C+5],z=r[C+6],V=r[C+7],N=r[C+8],H=z-F,q=V-I,G=N-D,lt=T-F,$=_-I,K=w-D,tt=q*K-G*$,dt=G*lt-H*K,ut=H*$-q*lt,Q=1/(Math.sqrt(tt*tt+dt*dt+ut*ut)||1);c[3*v+0]=tt*Q,c[3*v+1]=dt*Q,c[3*v+2]=ut*Q}let h=new Int32Array(i),u=new Float64Array(i*3),d=1;for(;d<i*2;)d<<=1;let f=d-1,p=new Int32Array(d),y=0;for(let v=0;v<i;v++){let C=3*v,T=Math.trunc(r[C+0]*a),_=Math.trunc(r[C+1]*a),w=Math.trunc(r[C+2]*a),F=(Math.imul(T,73856093)^Math.imul(_,19349663)^Math.imul(w,83492791))&f;for(;;){let I=p[F];if(I===0){let z=3*y;u[z+0]=T,u[z+1]=_,u[z+2]=w,p[F]=y+1,h[v]=y++;break}let D=3*(I-1);if(u[D+0]===T&&u[D+1]===_&&u[D+2]===w){h[v]=I-1;break}F=F+1&f}}let g=new Int32Array(y+1);for(let v=0;v<i;v++)g[h[v]+1]++;for(let v=0;v<y;v++)g[v+1]+=g[v];let m=new Int32Array(i),S=g.slice(0,y);for(let v=0;v<l;v++){let C=3*v;m[S[h[C+0]]++]=v,m[S[h[C+1]]++]=v,m[S[h[C+2]]++]=v}let E=new Float32Array(i*3);for(let v=0;v<l;v++){let C=3*v,T=c[C+0],_=c[C+1],w=c[C+2];for(let F=0;F<3;F++){let I=C+F,D=h[I],z=0,V=0,N=0;for(let q=g[D],G=g[D+1];q<G;q++){let lt=3*m[q],$=c[lt+0],K=c[lt+1],tt=c[lt+2];T*$+_*K+w*tt>o&&(z+=$,V+=K,N+=tt)}let H=1/(Math.sqrt(z*z+V*V+N*N)||1);E[3*I+0]=z*H,E[3*I+1]=V*H,E[3*I+2]=N*H}}return e.setAttribute("normal",new Ze(E,3,!1)),e}function c_(s,t,e=new Map){let n=s.isInterleavedBufferAttribute,i=n?s.data:s,r=n?i.stride:s.itemSize,o=n?e.get(i):void 0;if(o===void 0){let l=new i.array.constructor(t.length*r);for(let c=0;c<t.length;c++)for(let h=0;h<r;h++)l[c*r+h]=i.array[t[c]*r+h];o=n?new i.constructor(l,r,i.meshPerAttribute):new s.constructor(l,s.itemSize,s.normalized,s.meshPerAttribute),o.setUsage(i.usage),n&&e.set(i,o)}let a=n?new s.constructor(o,s.itemSize,s.offset,s.normalized):o;return a.name=s.name,n||(a.gpuType=s.gpuType),a}var Y1=new P(0,1,0),$1=.6;function Nf(s){for(let e of Object.keys(s.attributes))e!=="position"&&e!=="normal"&&s.deleteAttribute(e);if(s.index)return s;let t=s.attributes.position.count;return s.setIndex([...Array(t).keys()])}function Sr(s){return new Ot().makeRotationFromQuaternion(new mn().setFromUnitVectors(Y1,new P(...s).normalize()))}function tl(s){let[t,e,n,i]=s.q;return new Ot().compose(new P(...s.p),new mn(t,e,n,i),new P(1,1,1))}var Kh=class{constructor(t){this.fine=t,this.round=t>40?32:t>16?t-4:t,this.made=new Map}keep(t,e){return this.made.has(t)||this.made.set(t,Nf(e())),t}box(t){let e=Math.min(...t);return this.keep(`box ${t.map(n=>n.toPrecision(5))}`,()=>this.fine>16?new Jh(...t,2,.12*e):new Di(...t))}cylinder(){return this.keep("cylinder",()=>new Ss(1,1,1,this.fine))}cone(){return this.keep("cone",()=>new sr(1,1,this.fine))}sphere(){return this.keep("sphere",()=>new xa(1,this.round,this.round>>1))}torus(t,e){let n=Math.min(1,e/t);return this.keep(`torus ${n.toPrecision(3)}`,()=>new ya(1,n,Math.max(6,this.fine>>1),2*this.fine))}capsule(t,e){let n=`capsule ${t.toPrecision(3)} ${e.toPrecision(3)}`;return this.keep(n,()=>new pa(t,e,Math.max(2,this.round>>3),this.round))}mesh(t,e){return this.keep(`mesh ${this.made.size}`,()=>{let n=new Ye;return n.setAttribute("position",new Ze(t,3)),n.setIndex(new Ze(e,1)),u_(d_(n,$1))})}spring(t,e,n){return this.keep(`spring ${(t/e).toPrecision(2)} ${n}`,()=>{class o extends ni{getPoint(c,h=new P){let u=Math.min(1,Math.max(0,(c-.12)/.76)),d=Math.min(1,c/.12,(1-c)/.12),f=2*Math.PI*n*u;return h.set(Math.max(0,d)*Math.cos(f),c*t/e,Math.max(0,d)*Math.sin(f))}}return new va(new o,n*(this.fine>16?22:12),.16,this.fine>16?7:5).scale(1,e/t,1)})}foot(){return this.keep("foot",()=>{let t=new Ss(.34,1.5,2.6,4,1).rotateY(Math.PI/4).translate(0,-1.3,0),e=new Di(3.4,.3,2.2).translate(0,-2.7,0);return h_([Nf(t.toNonIndexed()),Nf(e.toNonIndexed())])})}};function f_(s,t){let e=tl(t.place),n=(i,r,o,a)=>i.multiply(new Ot().makeScale(r,o,a));switch(t.kind){case"box":return[[s.box(t.size),e]];case"cylinder":return[[s.cylinder(),n(e.multiply(Sr(t.axis)),t.radius,t.length,t.radius)]];case"cone":{let i=new Ot().makeTranslation(0,t.length/4,0);return[[s.cone(),n(e.multiply(Sr(t.axis)).multiply(i),t.radius,t.length,t.radius)]]}case"ellipsoid":return[[s.sphere(),n(e,...t.radii)]];case"torus":{let i=new Ot().makeRotationX(Math.PI/2),r=t.radius;return[[s.torus(r,t.tube),n(e.multiply(Sr(t.axis)).multiply(i),r,r,r)]]}case"bar":{let i=new P(...t.start),r=new P(...t.end).sub(i),o=r.length(),a=o>0?r.clone().divideScalar(o).toArray():[0,1,0],l=i.addScaledVector(r,.5);return[[s.capsule(t.radius,o),e.multiply(new Ot().makeTranslation(l)).multiply(Sr(a))]]}default:return[[s.mesh(t.points,t.faces),e]]}}var jh="#4a4f57",Uf="#d3d6da",p_="#a3a8af",Z1="#dcd8ce",J1=new P(0,1,0),m_=new Ot().makeScale(0,0,0),Ro=class{constructor(t,e,n){let i=new Set(e.map(c=>c.key)),r=[...i].map(c=>t.made.get(c)),o=r.reduce((c,h)=>c+h.attributes.position.count,0),a=r.reduce((c,h)=>c+h.index.count,0);this.pieces=e,this.mesh=new la(Math.max(1,e.length),Math.max(3,o),Math.max(3,a),n),this.mesh.frustumCulled=this.mesh.perObjectFrustumCulled=this.mesh.sortObjects=!1;let l=new Map([...i].map(c=>[c,this.mesh.addGeometry(t.made.get(c))]));for(let c of e)c.number=this.mesh.addInstance(l.get(c.key)),this.mesh.setColorAt(c.number,new Jt(c.colour)),c.body<0&&this.mesh.setMatrixAt(c.number,c.matrix);this.work=new Ot}move(t){for(let e of this.pieces)e.body>=0&&this.mesh.setMatrixAt(e.number,this.work.multiplyMatrices(t[e.body],e.matrix))}},Po=class{constructor(t,e,n){this.motion=t,this.scene=t.scene,this.thin=n,this.shapes=e,this.count=this.scene.bodies.length,this.frames=this.scene.bodies.map(()=>new Ot),this.bodyPieces=this.scene.bodies.flatMap((i,r)=>i.solids.flatMap(o=>f_(e,o).map(([a,l])=>({key:a,matrix:l,body:r,colour:o.colour??i.colour,part:r})))),this.work={q:new mn,p:new P,one:new P(1,1,1),m:new Ot,first:new P,second:new P,way:new P,scale:new P},this.isPlanar=!!this.scene.normal}bodies(t){return new Ro(this.shapes,this.bodyPieces.map(e=>({...e})),t)}pose(t,e=this.frames){let[n,i,r]=Xi(this.motion.times,t),{poses:o}=this.motion,{q:a,p:l,one:c}=this.work,h=u=>u[n]+r*(u[i]-u[n]);for(let u=0;u<this.count;u++){let d=7*u;a.set(h(o[d]),h(o[d+1]),h(o[d+2]),h(o[d+3])).normalize(),l.set(h(o[d+4]),h(o[d+5]),h(o[d+6])),Number.isFinite(l.x+l.y+l.z+a.x)?e[u].compose(l,a,c):e[u].copy(m_)}return e}frame(t,e=new Ot){let n=tl(t);return t.body<0?e.copy(n):e.multiplyMatrices(this.frames[t.body],n)}point(t,e=new P,n=this.frames){return e.set(...t.p),t.body<0?e:e.applyMatrix4(n[t.body])}path(t){let{times:e,poses:n}=this.motion,i=7*t.body,r=new Float32Array(3*e.length),{q:o,p:a}=this.work;for(let l=0;l<e.length;l++)o.set(n[i][l],n[i+1][l],n[i+2][l],n[i+3][l]).normalize(),a.set(...t.p).applyQuaternion(o),r[3*l]=a.x+n[i+4][l],r[3*l+1]=a.y+n[i+5][l],r[3*l+2]=a.z+n[i+6][l];return r}joints(t){let e=this.scene.joints.flatMap((n,i)=>this.jointPieces(n).map(r=>({...r,part:i})));return new Ro(this.shapes,e,t)}jointPieces(t){let e=this.thin,n=t.parent.body<0?t.parent:t.child.body<0?t.child:null,{body:i}=t.child,r=tl(t.child).multiply(Sr(t.axis)),o=(h,[u,d,f],p=jh,y=r)=>({key:h,colour:p,body:i,matrix:y.clone().multiply(new Ot().makeScale(u,d,f))}),{shapes:a}=this,l=h=>[o(a.cylinder(),[1.55*e,h,1.55*e]),o(a.cylinder(),[.95*e,1.06*h,.95*e],Uf)],c=t.foot?this.footPieces(n,t):[];switch(t.kind){case"hinge":return[...l(this.pinLength(t)),...c];case"sleeve":case"screw":return[o(a.cylinder(),[1.5*e,5*e,1.5*e]),...c];case"ball":return[o(a.sphere(),[1.55*e,1.55*e,1.55*e]),...c];case"cross":{let h=r.clone().multiply(new Ot().makeRotationX(Math.PI/2));return[o(a.cylinder(),[.8*e,4.2*e,.8*e]),o(a.cylinder(),[.8*e,4.2*e,.8*e],jh,h),...c]}case"slider":return n?[o(a.box([3.4*e,5.2*e,3.4*e]),[1,1,1])]:[];case"weld":return[o(a.box([2.4*e,2.4*e,2.4*e]),[1,1,1]),...c];default:return[]}}pinLength(t){return Math.max(3*this.thin,Math.min(12*this.thin,1.12*(t.depth??0)))}footPieces(t,e){let n=new P(...this.scene.up).multiplyScalar(e.foot),i=new P(...t.p).addScaledVector(n,-(e.stand??0)),r=new P(...e.axis).applyQuaternion(new mn(...e.child.q)),o=r.addScaledVector(n,-r.dot(n));o.length()<.1&&(o=Math.abs(n.x)<.9?new P(1,0,0):new P(0,1,0)),o.addScaledVector(n,-o.dot(n)).normalize();let a=new P().crossVectors(n,o),l=new Ot().makeBasis(a,n,o).setPosition(i),c=1.5*this.thin;return[{key:this.shapes.foot(),colour:p_,body:-1,matrix:l.multiply(new Ot().makeScale(c,c,c))}]}rails(t){let e=i=>i.kind==="slider"&&(i.parent.body<0||i.child.body<0),n=this.scene.planes.map(({place:i,size:r})=>({key:this.shapes.box(r),colour:Z1,body:-1,matrix:tl(i)}));return new Ro(this.shapes,[...this.scene.joints.filter(e).map(i=>this.rail(i)),...n],t)}rail(t){let e=t.parent.body<0?t.child:t.parent,n=t.parent.body<0?t.parent:t.child,i=new P(...t.axis).applyQuaternion(new mn(...n.q)).normalize(),r=new P(...n.p),o=this.path(e),[a,l]=[1/0,-1/0];for(let d=0;d<o.length;d+=3){let f=(o[d]-r.x)*i.x+(o[d+1]-r.y)*i.y+(o[d+2]-r.z)*i.z;Number.isFinite(f)&&([a,l]=[Math.min(a,f),Math.max(l,f)])}l>=a||([a,l]=[0,0]);let c=l-a+10*this.thin,h=r.addScaledVector(i,.5*(a+l));if(this.isPlanar){let d=new P(...this.scene.normal);h.addScaledVector(d,this.scene.level+.8*this.thin-h.dot(d))}let u=new Ot().makeTranslation(h).multiply(Sr(i.toArray()));return{key:this.shapes.cylinder(),colour:p_,body:-1,matrix:u.multiply(new Ot().makeScale(.55*this.thin,c,.55*this.thin))}}lines(t){let{shapes:e,thin:n}=this,i=[];this.scene.lines.forEach((r,o)=>{let a=this.usualLength(r),l=r.kind==="bar"?.8*n:Math.min(2.4*n,.16*a),c=(h,u,d)=>i.push({key:h,role:u,line:o,colour:d,radius:l,usual:a,body:-1,matrix:new Ot,part:o});r.kind==="bar"&&c(e.cylinder(),"bar",jh),r.kind.includes("spring")&&c(e.spring(a,l,9),"spring","#7d848e"),r.kind.includes("damper")&&(c(e.cylinder(),"rod",Uf),c(e.cylinder(),"cup",jh))}),this.ways=this.scene.joints.filter(r=>r.kind==="slider"&&r.parent.body>=0&&r.child.body>=0);for(let r of this.ways){let o={first:r.parent,second:r.child};i.push({key:e.cylinder(),role:"bar",ends:o,colour:Uf,radius:.62*n,usual:1,body:-1,matrix:new Ot,part:void 0})}return this.lineBatch=new Ro(e,i,t),this.lineBatch}usualLength(t){let{times:e}=this.motion,n=this.scene.bodies.map(()=>new Ot),i=0,r=Math.min(9,e.length);for(let o=0;o<r;o++)this.pose(e[Math.floor(o*(e.length-1)/Math.max(1,r-1))],n),i+=this.point(t.first,new P,n).distanceTo(this.point(t.second,new P,n));return Math.max(i/r,this.thin)||this.thin}moveLines(){let{first:t,second:e,way:n,scale:i,q:r,m:o}=this.work;for(let a of this.lineBatch.pieces){let l=a.ends??this.scene.lines[a.line];this.point(l.first,t),n.copy(this.point(l.second,e)).sub(t);let c=n.length();if(!(c>0)){this.lineBatch.mesh.setMatrixAt(a.number,m_);continue}r.setFromUnitVectors(J1,n.divideScalar(c));let h=a.radius,[u,d,f]={spring:[0,c,h],bar:[.5,c,h],rod:[.5,c,.22*h],cup:[.3,.4*a.usual,.5*h]}[a.role];this.lineBatch.mesh.setMatrixAt(a.number,o.compose(t.addScaledVector(n,u*c),r,i.set(f,d,f)))}}};function Mr(s=!1){return new rr({roughness:.58,metalness:.04,side:s?ji:Kn,transparent:s,opacity:s?.24:1})}var K1=120,Qh=class{constructor(t){this.canvas=t,this.isPlain=!0,this.context=t.getContext("2d"),this.info={autoReset:!1,reset(){},render:{calls:0,triangles:0},memory:{geometries:0,textures:0}},this.ratio=1,this.corners=new WeakMap}setSize(t,e){Object.assign(this,{width:t,height:e}),this.setPixelRatio(this.ratio)}getPixelRatio(){return this.ratio}setPixelRatio(t){this.ratio=t,Object.assign(this.canvas,{width:this.width*t,height:this.height*t})}paint(t){let{context:e}=this,n=t.rig.camera;e.setTransform(this.ratio,0,0,this.ratio,0,0),e.fillStyle=`#${t.plainPaper.getHexString()}`,e.fillRect(0,0,this.width,this.height);let i=[t.rails,t.bodies,t.lines,t.joints].filter(r=>r.mesh.visible).flatMap(r=>this.outlines(r,t.cast.shapes,n));i.sort((r,o)=>o.depth-r.depth);for(let{outline:r,colour:o}of i)this.fill(r,o);for(let r of t.traces)r.line.visible&&this.trail(t,r,n)}outlines(t,e,n){let[i,r,o]=[new Ot,new P,[]];for(let a of t.pieces){t.mesh.getMatrixAt(a.number,i);let l=0,c=this.sampled(e.made.get(a.key)),h=c.map(u=>(r.copy(u).applyMatrix4(i).project(n),l+=r.z/c.length,[(r.x+1)/2*this.width,(1-r.y)/2*this.height]));Number.isFinite(l)&&o.push({depth:l,outline:j1(h),colour:new Jt(a.colour)})}return o}sampled(t){if(!this.corners.has(t)){let{position:e}=t.attributes,n=Math.max(1,Math.floor(e.count/K1));this.corners.set(t,Array.from({length:Math.ceil(e.count/n)},(i,r)=>new P().fromBufferAttribute(e,r*n)))}return this.corners.get(t)}fill(t,e){let{context:n}=this;n.beginPath();for(let[i,r]of t)n.lineTo(i,r);n.closePath(),n.fillStyle=`#${e.getHexString()}`,n.strokeStyle=`#${e.clone().multiplyScalar(.45).getHexString()}`,n.lineWidth=1,n.lineJoin="round",n.fill(),n.stroke()}trail(t,e,n){let{context:i}=this,r=t.trail(t.cast,e),o=new P;i.beginPath();for(let a=0;a<=e.line.geometry.instanceCount&&3*a<r.length;a++)o.set(r[3*a],r[3*a+1],r[3*a+2]).project(n),i.lineTo((o.x+1)/2*this.width,(1-o.y)/2*this.height);i.strokeStyle=t.scene.bodies[e.body].colour,i.lineWidth=1.6,i.stroke()}};function j1(s){let t=s.toSorted(([i,r],[o,a])=>i-o||r-a),e=([i,r],[o,a],[l,c])=>(o-i)*(c-r)-(a-r)*(l-i),n=i=>{let r=[];for(let o of i){for(;r.length>1&&e(r.at(-2),r.at(-1),o)<=0;)r.pop();r.push(o)}return r.slice(0,-1)};return[...n(t),...n(t.toReversed())]}var g_=28,el=ts.degToRad(89.5),tu=class{constructor(t,e,n){this.scene=e,this.changed=n,this.perspective=new Yn(g_,1,.01,100),this.parallel=new or(-1,1,1,-1,.01,100),this.isParallel=!1,this.aspect=1,this.target=new P,this.azimuth=this.elevation=0,this.height=1,this.up=new P(...e.up);let i=Math.abs(this.up.z)<.9?new P(0,0,1):new P(0,1,0),r=new P().crossVectors(this.up,i).normalize();this.ahead=new P().crossVectors(r,this.up).normalize(),this.side=new P().crossVectors(this.up,this.ahead),this.listen(t)}get camera(){return this.isParallel?this.parallel:this.perspective}axes(){let e=this.side.clone().multiplyScalar(Math.cos(this.azimuth)).addScaledVector(this.ahead,Math.sin(this.azimuth)).multiplyScalar(Math.cos(this.elevation)).addScaledVector(this.up,Math.sin(this.elevation)),n=new P().crossVectors(this.up,e).normalize();return{towards:e,right:n,upward:new P().crossVectors(e,n)}}look(t){let e=new P(...t).normalize();this.elevation=Math.max(-el,Math.min(el,Math.asin(ts.clamp(e.dot(this.up),-1,1)))),Math.abs(this.elevation)<el&&(this.azimuth=Math.atan2(e.dot(this.ahead),e.dot(this.side)))}fit(t,e=1.1,n=[0,0]){let{towards:i,right:r,upward:o}=this.axes(),[a,l,c,h,u]=[1/0,-1/0,1/0,-1/0,-1/0],d=new P;for(let g of t){d.set(...g);let[m,S,E]=[d.dot(r),d.dot(o),d.dot(i)];[a,l,c,h,u]=[Math.min(a,m),Math.max(l,m),Math.min(c,S),Math.max(h,S),Math.max(u,E)]}let p=.5*(t.reduce((g,m)=>Math.min(g,d.set(...m).dot(i)),1/0)+u);this.target.set(0,0,0).addScaledVector(r,.5*(a+l)).addScaledVector(o,.5*(c+h)).addScaledVector(i,p);let y=Math.max(.3,1-n[0]-n[1]);if(this.height=e*Math.max((h-c)/y,(l-a)/this.aspect,1e-9),this.target.addScaledVector(o,.5*(n[0]-n[1])*this.height),!this.isParallel)for(let g=0;g<5;g++)this.tighten(t,e,n);this.update()}tighten(t,e,n){this.place();let{right:i,upward:r}=this.axes(),[o,a,l,c]=[1/0,-1/0,1/0,-1/0];for(let d of t){let{x:f,y:p}=new P(...d).project(this.perspective);[o,a,l,c]=[Math.min(o,f),Math.max(a,f),Math.min(l,p),Math.max(c,p)]}let h=Math.max(.3,1-n[0]-n[1]),u=n[1]-n[0];this.target.addScaledVector(i,.25*(o+a)*this.aspect*this.height).addScaledVector(r,.5*(.5*(l+c)-u)*this.height),this.height*=.5*e*Math.max(a-o,(c-l)/h,1e-9)}update(){this.place(),this.changed()}place(){let{towards:t}=this.axes(),e=this.height/(2*Math.tan(ts.degToRad(g_/2))),n=Math.max(this.scene.size*3,e),i=this.isParallel?e+4*n:e;for(let r of[this.perspective,this.parallel])r.up.copy(this.up),r.position.copy(this.target).addScaledVector(t,i),r.lookAt(this.target),r.near=this.isParallel?i-3*n:Math.max(.01*e,e-2*n),r.far=i+4*n;this.perspective.aspect=this.aspect,this.parallel.top=this.height/2,this.parallel.bottom=-this.height/2,this.parallel.right=this.aspect*this.height/2,this.parallel.left=-this.parallel.right,this.camera.updateProjectionMatrix(),this.camera.updateMatrixWorld()}orbit(t,e){this.isTouched=!0,this.azimuth-=t,this.elevation=ts.clamp(this.elevation+e,-el,el),this.update()}pan(t,e){this.isTouched=!0;let{right:n,upward:i}=this.axes();this.target.addScaledVector(n,-t*this.height).addScaledVector(i,e*this.height),this.update()}zoom(t){this.isTouched=!0,this.height=ts.clamp(this.height*t,.001*this.scene.size,40*this.scene.size),this.update()}listen(t){let e=new Map,n=()=>{let[i,r]=[...e.values()];return{x:(i.x+r.x)/2,y:(i.y+r.y)/2,size:Math.hypot(i.x-r.x,i.y-r.y)||1}};t.addEventListener("pointerdown",i=>{t.setPointerCapture(i.pointerId),e.set(i.pointerId,{x:i.clientX,y:i.clientY})}),t.addEventListener("pointermove",i=>{let r=e.get(i.pointerId);if(!r)return;let o=t.clientHeight,[a,l]=[i.clientX-r.x,i.clientY-r.y];if(e.size===2){let c=n();e.set(i.pointerId,{x:i.clientX,y:i.clientY});let h=n();this.pan((h.x-c.x)/o,(h.y-c.y)/o),this.zoom(c.size/h.size);return}e.set(i.pointerId,{x:i.clientX,y:i.clientY}),!(a===0&&l===0)&&(i.buttons&6||i.shiftKey||this.isFlat?this.pan(a/o,l/o):this.orbit(a/o*3.4,l/o*3.4))});for(let i of["pointerup","pointercancel"])t.addEventListener(i,r=>e.delete(r.pointerId));t.addEventListener("contextmenu",i=>i.preventDefault()),t.addEventListener("wheel",i=>{i.preventDefault(),this.zoom(Math.exp(.0012*i.deltaY))},{passive:!1})}};var Ff=60,Of={reaction:"#c0392f",force:"#8d4fb0",weight:"#7a7f87",velocity:"#2f8f5b",x:"#b5443b",y:"#3a9273",z:"#3d6fb4"},Q1={light:{inner:"#fefdfb",outer:"#e9e6df",plain:"#f7f5f1",grid:"#c4c0b5",shadow:"#3a3f48",opacity:.2,sky:"#ffffff",floor:"#d8d2c4",sun:2.1,ambient:1.75,ink:"#23272e"},dark:{inner:"#252b35",outer:"#13161b",plain:"#1d2229",grid:"#3a424d",shadow:"#000000",opacity:.38,sky:"#dfe8f5",floor:"#6a7484",sun:2.5,ambient:2.1,ink:"#e6e8ec"}},__=4,tA=500,x_=30,Bf=[1,.75,.55];function eA(){let s=document.createElement("canvas").getContext("webgl2");if(!s)return"plainly";let t=s?.getExtension("WEBGL_debug_renderer_info"),e=t?s.getParameter(t.UNMASKED_RENDERER_WEBGL):"";return s?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(e)?"slowly":"quickly"}var eu=class{constructor(t,e,n){this.host=t,this.data=e,this.changed=n,this.main=0,this.toggles={joints:!0,frames:!1,trail:!0,forces:!1,velocity:!1,ghosts:e.motions.length>1,grid:!0},this.canvas=document.createElement("canvas"),this.canvas.setAttribute("aria-label","the motion"),t.prepend(this.canvas);let i=eA();this.isSoftware=i==="slowly",this.isPlain=i==="plainly",this.renderer=this.isPlain?new Qh(this.canvas):new gh({canvas:this.canvas,antialias:!this.isSoftware,stencil:!0,preserveDrawingBuffer:!0}),this.renderer.autoClear=!1,this.renderer.info.autoReset=!1,this.back=new ks,this.acting=new ks,this.front=new ks,this.above=new ks,this.lights(),this.build(),this.resized(),new ResizeObserver(()=>this.resized()).observe(t)}lights(){this.sun=new Ea("#fff6e8",2.1),this.sky=new Aa("#ffffff","#d8d2c4",1.75),this.acting.add(this.sun,this.sun.target,this.sky),this.frontSun=this.sun.clone(),this.frontSky=this.sky.clone(),this.front.add(this.frontSun,this.frontSun.target,this.frontSky),this.aboveSun=this.sun.clone(),this.aboveSky=this.sky.clone(),this.above.add(this.aboveSun,this.aboveSun.target,this.aboveSky)}get cast(){return this.casts[this.main]}get scene(){return this.cast.scene}build(){let t=Math.max(...this.data.motions.map(i=>i.scene.bodies.length)),e=this.data.motions.reduce((i,r)=>i+r.scene.bodies.length,0);this.shapes=new Kh(t>1e3?8:t>Ff?12:t>16?20:44);let{symbol:n}=this.data.motions[0].scene;this.casts=this.data.motions.map(i=>new Po(i,this.shapes,n)),this.shapes.cylinder(),this.group=new gs,this.group.matrixAutoUpdate=!1,this.acting.add(this.group),this.softness=e>1e3?0:e>Ff?1:e>16?3:4,this.raycaster=new ar,this.dull=new Ma({side:Kn}),this.rig=new tu(this.canvas,this.scene,()=>this.changed()),this.board=s_(this.scene),this.shadows=this.shadowPasses(),this.makeGrid(),this.setMain(0)}makeGrid(){let t=this.grid?.material.color;this.grid?.removeFromParent(),this.grid?.geometry.dispose(),this.grid?.material.dispose();let{lines:e,step:n}=o_(this.scene,this.board,this.isTravelling?1.5*this.scene.reach:this.scene.size);this.grid=e,this.gridStep=n,t&&e.material.color.copy(t),this.back.add(e)}shadowPasses(){return Array.from({length:this.softness},(t,e)=>{let n=2*Math.PI*e/Math.max(1,this.softness),i=this.softness>1?.02:0,r=this.board.light.clone().addScaledVector(this.board.side,i*Math.cos(n)).addScaledVector(this.board.other,i*Math.sin(n)),o=new ro({transparent:!0,depthWrite:!1,side:Kn,stencilWrite:!0,stencilFunc:bd,stencilRef:e+1,stencilZPass:Md});return{matrix:r_(this.board,r),material:o}})}setMain(t){this.main=t,this.group.clear(),this.front.remove(...this.extras??[]),this.above.remove(...this.arrows?.parts??[]);let e=this.cast;this.bodies=e.bodies(Mr()),this.joints=e.joints(Mr()),this.lines=e.lines(Mr()),this.rails=e.rails(Mr()),this.group.add(this.bodies.mesh,this.joints.mesh,this.lines.mesh,this.rails.mesh),this.others=this.casts.filter((r,o)=>o!==t).map(r=>({cast:r,batch:r.bodies(Mr(!0))})),this.past=this.others.length||e.count>Ff?[]:Array.from({length:__},(r,o)=>{let a=Mr(!0);return a.opacity=.22*(1-o/(__+1)),{frames:e.frames.map(()=>new Ot),batch:e.bodies(a)}});let n=e.motion.loads.items.length+e.count*4+4;this.arrows=new Zh(n,.55*e.thin),this.traces=this.makeTraces(e),this.extras=[...this.others,...this.past].map(r=>r.batch.mesh).concat(this.traces.map(r=>r.line)),this.front.add(...this.extras),this.above.add(...this.arrows.parts);let i=.24*Math.min(this.scene.size,1.5*this.scene.reach);this.loadScale=i/(e.motion.loads.largest||1),this.speedScale=i/(e.motion.fastest||1),this.changed()}renew(t){if(!t){for(let r of this.traces)!r.shown||!this.toggles.trail||(r.line.geometry.dispose(),r.line.geometry.setPositions(this.trail(this.cast,r)));this.changed();return}this.dispose();let{motion:e,shapes:n,thin:i}=this.cast;n.made.size>tA&&n.made.clear(),this.casts[this.main]=new Po(e,n,i),n.cylinder(),this.hasScale?this.remain():this.setMain(this.main),this.hasScale=!0}addCast(t){this.dispose(),this.casts.push(new Po(t,this.shapes,this.cast.thin)),this.remain()}removeCast(t){this.dispose(),this.casts.splice(t,1),this.remain()}remain(){let t=new Map(this.traces.map(i=>[i.body,i.shown])),{loadScale:e,speedScale:n}=this;this.setMain(this.main),[this.loadScale,this.speedScale]=[e,n];for(let i of this.traces)i.shown=t.get(i.body)??i.shown}dispose(){for(let t of[this.bodies,this.joints,this.lines,this.rails,...[...this.others,...this.past].map(e=>e.batch)])t.mesh.dispose(),t.mesh.material.dispose();for(let{line:t}of this.traces)t.geometry.dispose(),t.material.dispose();for(let t of this.arrows.parts)t.dispose()}reframe(){let{scene:t}=this;if(t.travels)return;let e=new en;for(let l of this.casts)this.enclose(e,l);if(e.isEmpty())return;let{min:n,max:i}=e;if(t.corners=[0,1,2,3,4,5,6,7].map(l=>[l&1?i.x:n.x,l&2?i.y:n.y,l&4?i.z:n.z]),this.rig.isTouched||this.followed!==void 0)return;let{height:r,target:o}=this.rig,a=o.clone();this.fit(),this.rig.height<1.08*r&&this.rig.height>.6*r&&this.rig.target.distanceTo(a)<.15*r&&(this.rig.height=r,this.rig.target.copy(a),this.rig.update())}enclose(t,e){let{times:n}=e.motion,i=e.frames.map(()=>new Ot),r=new en,o=[];for(let a=0;a<x_;a++){e.pose(n[Math.floor(a*(n.length-1)/(x_-1))],i);for(let l of e.bodyPieces){let c=e.shapes.made.get(l.key);c.boundingBox||c.computeBoundingBox(),r.copy(c.boundingBox).applyMatrix4(l.matrix).applyMatrix4(i[l.body]),Number.isFinite(r.min.x+r.max.x)&&t.union(r)}for(let{first:l,second:c}of e.scene.lines)for(let h of[l,c])o.push(e.point(h,new P,i))}for(let a of e.scene.joints)for(let l of[a.parent,a.child])l.body<0&&o.push(new P(...l.p));for(let a of o)Number.isFinite(a.x)&&t.expandByPoint(a)}trail(t,e){let n=t.path(e);for(let i=0;i<n.length;i++)!Number.isFinite(n[i])&&i>=3&&(n[i]=n[i-3]);for(let i=n.length-1;i>=0;i--)Number.isFinite(n[i])||(n[i]=n[i+3]??0);return n}makeTraces(t){return this.scene.traces.map(e=>{let n=new Co().setPositions(this.trail(t,e)),i=new Jt(this.scene.bodies[e.body].colour),r=new $h(n,new Zs({color:i,linewidth:1.8,transparent:!0,opacity:.75}));return r.frustumCulled=!1,{...e,line:r,shown:e.shown}})}theme(t){let e=Q1[t];this.ink=e.ink,this.paper?.dispose(),this.paper=a_(e.inner,e.outer),this.plainPaper=new Jt(e.plain),this.grid.material.color.set(e.grid);for(let n of[this.sky,this.frontSky,this.aboveSky])n.color.set(e.sky),n.groundColor.set(e.floor),n.intensity=e.ambient;for(let n of[this.sun,this.frontSun,this.aboveSun])n.intensity=e.sun;for(let{material:n}of this.shadows)n.color.set(e.shadow),n.opacity=e.opacity/this.softness;this.changed()}resized(){let{clientWidth:t,clientHeight:e}=this.host;if(!t||!e)return;this.renderer.setSize(t,e,!1);let n=this.rig.aspect;this.rig.aspect=t/e,this.view&&!this.rig.isTouched&&Math.abs(Math.log(n/this.rig.aspect))>.05?this.see(this.view):this.rig.update()}see(t){let{rig:e,scene:n}=this,i=n.normal?new P(...n.normal):e.ahead.clone().negate(),r=e.up,o=new P().crossVectors(r,i);e.isParallel=t!=="3-D",e.isFlat=t==="flat";let a={"3-D":n.normal?i.clone().multiplyScalar(.78).addScaledVector(o,.5).addScaledVector(r,.36):new P(...n.towards),front:i,flat:i,side:o,top:r};e.look(a[t]),t==="top"&&(e.azimuth=Math.atan2(i.dot(e.ahead),i.dot(e.side))),this.view=t,e.isTouched=!1,this.fit()}fit(){let{clientWidth:t,clientHeight:e}=this.host,[n,i,r]=this.isTravelling?(this.place??this.whereabouts()).toArray():[0,0,0],o=this.isTravelling?this.scene.travels.corners:this.scene.corners;this.rig.fit(o.map(a=>[a[0]+n,a[1]+i,a[2]+r]),this.isTravelling?1.8:1.1,[(t<600?92:50)/e,52/e])}get isTravelling(){return this.followed!==void 0&&this.followed===this.scene.travels?.body}follow(t){let e=this.isTravelling;this.followed=t,this.place=t===void 0?void 0:this.whereabouts(),this.isTravelling!==e&&this.makeGrid(),this.isTravelling||t===void 0?this.see(this.view):this.place&&this.rig.target.copy(this.place),this.rig.update()}whereabouts(){let t=this.cast.point({body:this.followed,p:this.scene.bodies[this.followed].com});return Number.isFinite(t.x+t.y+t.z)?t:void 0}draw(t,e=0){this.t=t;let n=e>0;this.sharpen(e),this.pose(t);let{renderer:i,rig:r}=this,o=r.camera;if(this.isPlain){i.paint(this);return}i.info.reset(),i.clear(),this.grid.visible=this.toggles.grid,this.shine(),this.back.background=n?this.plainPaper:this.paper,i.render(this.back,o),!n&&r.axes().towards.dot(this.board.normal)>.02&&this.castShadows(o),this.acting.overrideMaterial=n?this.dull:null,i.render(this.acting,o),this.acting.overrideMaterial=null,i.render(this.front,o),i.clearDepth(),this.arrows.count&&i.render(this.above,o)}sharpen(t){let e=Math.min(2,window.devicePixelRatio),n=t?(this.isSoftware?1:e)*Bf[t-1]:this.isSoftware?2:e;this.renderer.getPixelRatio()!==n&&this.renderer.setPixelRatio(n)}shine(){let{towards:t,right:e,upward:n}=this.rig.axes();for(let i of[this.sun,this.frontSun,this.aboveSun])i.position.copy(t).addScaledVector(n,.95).addScaledVector(e,-.75)}castShadows(t){this.joints.mesh.visible&&=!this.rig.isFlat;for(let{matrix:e,material:n}of this.shadows)this.group.matrix.copy(e),this.acting.overrideMaterial=n,this.renderer.render(this.acting,t);this.group.matrix.identity(),this.acting.overrideMaterial=null,this.joints.mesh.visible=this.toggles.joints}pose(t){let{cast:e,toggles:n}=this;e.pose(t),this.moveAlong(),this.bodies.move(e.frames),this.joints.move(e.frames),e.moveLines(),this.joints.mesh.visible=this.rails.mesh.visible=n.joints;let i=this.rig.isFlat?this.scene.size:0;this.joints.mesh.position.set(...this.scene.normal??[0,0,0]).multiplyScalar(i),this.joints.mesh.updateMatrixWorld();for(let{cast:o,batch:a}of this.others)a.mesh.visible=n.ghosts,n.ghosts&&a.move(o.pose(t));let r=e.motion.times[e.motion.times.length-1]-e.motion.times[0];this.past.forEach((o,a)=>{let l=t-.035*r*(a+1);o.batch.mesh.visible=n.ghosts&&l>=e.motion.times[0],o.batch.mesh.visible&&o.batch.move(e.pose(l,o.frames))}),this.poseTraces(t),this.poseArrows(t)}moveAlong(){if(this.followed===void 0)return;let t=this.whereabouts();if(!t||(this.place&&this.rig.target.add(t).sub(this.place),this.place=t,this.rig.place(),!this.isTravelling))return;let{side:e,other:n}=this.board;this.grid.position.set(0,0,0);for(let i of[e,n])this.grid.position.addScaledVector(i,this.gridStep*Math.round(t.dot(i)/this.gridStep)-this.grid.userData.middle.dot(i))}poseTraces(t){let[e]=Xi(this.cast.motion.times,t);for(let n of this.traces)n.line.visible=this.toggles.trail&&n.shown&&e>0,n.line.geometry.instanceCount=e}poseArrows(t){let{arrows:e,cast:n,toggles:i}=this,[r,o,a]=[new P,new P,new P];e.clear();let[l,c,h]=Xi(n.motion.times,t);if(i.forces){let u=n.motion.loadValues;n.motion.loads.items.forEach((d,f)=>{let p=(y,g)=>g.set(...[0,1,2].map(m=>u[y+m][l]+h*(u[y+m][c]-u[y+m][l])));p(3*f,o).multiplyScalar(this.loadScale),d.place?n.point(d.place,r):p(d.channel,r),e.add(r,o,this.colour(d.kind))})}if(this.pull&&e.add(n.point(this.pull.place,r),o.set(...this.pull.to).sub(r),this.colour("velocity")),i.velocity){let{times:u}=n.motion,[d,f]=[Math.max(0,l-1),Math.min(u.length-1,l+2)];for(let p=0;p<n.count;p++){let y={body:p,p:this.scene.bodies[p].com};this.scene.bodies[p].solids.length&&(this.at(y,d,r),this.at(y,f,o).sub(r).multiplyScalar(this.speedScale/(u[f]-u[d]||1)),e.add(n.point(y,r),o,this.colour("velocity")))}}if(i.frames){let u=5*n.thin;for(let d of n.frames)"xyz".split("").forEach((f,p)=>{o.setFromMatrixColumn(d,p).multiplyScalar(u),e.add(a.setFromMatrixPosition(d),o,this.colour(f))})}e.finish()}colour(t){return this.colours??=Object.fromEntries(Object.entries(Of).map(([e,n])=>[e,new Jt(n)])),this.colours[t]}at(t,e,n){let{poses:i}=this.cast.motion,r=7*t.body,{q:o,p:a}=this.cast.work;return o.set(i[r][e],i[r+1][e],i[r+2][e],i[r+3][e]).normalize(),a.set(i[r+4][e],i[r+5][e],i[r+6][e]),n.set(...t.p).applyQuaternion(o).add(a)}under(t,e){let n=this.canvas.getBoundingClientRect(),i=new Ht(2*(t-n.left)/n.width-1,1-2*(e-n.top)/n.height);this.raycaster.setFromCamera(i,this.rig.camera);let r=[["body",this.bodies],["line",this.lines],...this.toggles.joints?[["joint",this.joints]]:[]],o=null;for(let[a,l]of r){let[c]=this.raycaster.intersectObject(l.mesh);c&&l.pieces[c.batchId].part!==void 0&&(!o||c.distance<o.distance)&&(o={kind:a,distance:c.distance,point:c.point,number:l.pieces[c.batchId].part})}return o}highlight(t){if(this.lit===t)return;this.lit=t;let e=new Jt;for(let n of this.bodies.pieces)e.set(n.colour),n.part===t&&e.lerp(new Jt("#ffffff"),.28),this.bodies.mesh.setColorAt(n.number,e);this.changed()}screen(t){let e=new P(...t).project(this.rig.camera);return[(e.x+1)/2*this.canvas.clientWidth,(1-e.y)/2*this.canvas.clientHeight]}};var nA=400,zf="dalembert watched page",nu=class{constructor(t){this.page=t,this.banner=ot("p",{id:"watch-said",role:"alert",hidden:!0}),document.getElementById("stage").append(this.banner),this.restore(),this.ask()}async ask(){try{let{version:t,error:e}=await(await fetch("version",{cache:"no-store"})).json();if(this.version??=t,this.say(e),t!==this.version){this.keep(),location.reload();return}}catch{this.say("The program that made this page has ended. What is here goes on.")}setTimeout(()=>this.ask(),nA)}say(t){this.banner.textContent=t,this.banner.hidden=!t}keep(){let{player:t,stage:e,plots:n,live:i,themeName:r}=this.page,{rig:o}=e,a={azimuth:o.azimuth,elevation:o.elevation,height:o.height,target:o.target.toArray(),isParallel:o.isParallel,isFlat:o.isFlat,isTouched:o.isTouched};i?.writeNow(),sessionStorage.setItem(zf,JSON.stringify({t:t.t,playing:t.playing,speed:t.speed,view:e.view,camera:a,toggles:e.toggles,names:n.names,theme:r,scroll:document.getElementById("side").scrollTop}))}restore(){let t=sessionStorage.getItem(zf);if(sessionStorage.removeItem(zf),!t)return;let e=JSON.parse(t),{page:n}=this,{rig:i}=n.stage;Object.assign(n.stage.toggles,e.toggles),n.stage.view=e.view;let{target:r,...o}=e.camera;Object.assign(i,o),i.target.fromArray(r),i.update(),e.theme!==n.themeName&&n.theme(e.theme),n.plots.addAll(e.names.filter(a=>!n.plots.names.includes(a)));for(let a of n.plots.names)e.names.includes(a)||n.plots.remove(a);n.speed(e.speed),n.player.seek(e.t),n.player.play(e.playing),n.pressed(),document.getElementById("side").scrollTop=e.scroll}};var Gt=s=>document.getElementById(s),iA=performance.now(),iu=2e3,sA=45,rA=1.6,kf=class{constructor(t){this.data=t,this.motion=t.motions[0],this.costs=[],this.frameCount=0,this.player=new Hh(this.motion.times,()=>this.changed()),this.stage=new eu(Gt("stage"),t,()=>this.changed()),this.plots=new Oh(Gt("curves"),t.motions,this.player,()=>this.changed()),this.picker=new Bh(Gt("picker"),this.plots),this.head(),this.tools(),this.foot(),this.pointer(),this.keys(),this.theme(matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"),this.stage.see(this.usualView()),this.followTraveller(),this.plots.addAll(t.shown),this.pressed(),this.haste=this.stage.isSoftware?1:0,t.live&&this.beginLive(),this.stage.isPlain&&this.say("This browser draws no WebGL: the picture is plain, without shadows, arrows and ghosts."),this.draw(),this.playAtStart(),document.documentElement.dataset.watched!==void 0&&(this.watch=new nu(this))}beginLive(){this.authorsTrust=this.motion.trust,this.live=new Sh(this,this.data.live),Gt("side").prepend(this.live.card,this.live.kept.figure)}takeMotion(t,e){let{stage:n,player:i}=this,r=!this.isLive,o=this.drawn?.some((a,l)=>a!==e[l])??!1;this.isLive=!0,this.drawn=e,e.length&&Jd(this.motion.scene,this.data.live.drawn,e),Object.assign(this.motion,t),i.times=t.times,n.renew(r||o),this.plots.renew(),this.phase?.renew(),this.marks(),this.draw()}addGhost(t){this.data.motions.push(t),this.stage.addCast(t),this.stage.toggles.ghosts=!0,this.plots.rebuild(),this.phase?.renew(),this.pressed()}removeGhost(t){this.data.motions.splice(t,1),this.stage.removeCast(t),this.plots.rebuild(),this.phase?.renew(),this.pressed()}saveNumbers(){this.download(new Blob([up(this.motion)],{type:"text/csv"}),"csv")}settle(){this.stage.renew(!0),this.stage.reframe(),this.fillCards(),this.pressed()}get play(){return this.live?.play}endless(t){let{player:e,plots:n}=this;this.beforeEndless??={whole:e.whole,span:e.span,times:e.times},e.isEndless=t,t?e.speed=1:(Object.assign(e,this.beforeEndless,{range:this.beforeEndless.whole,t:this.beforeEndless.whole[0]}),this.beforeEndless=void 0),this.speed(t?1:Pf(e.span||1)),n.range=null,n.window=t?this.play.window:void 0,n.rebuild();let{rig:i}=this.stage;t&&!i.isTouched&&this.stage.followed===void 0&&(i.zoom(rA),i.isTouched=!1),e.play(!0),this.pressed()}takeRow(t){let{player:e,stage:n}=this,i=this.drawn?.some((o,a)=>o!==t[a])??!1;this.drawn=t,i&&Jd(this.motion.scene,this.data.live.drawn,t),Object.assign(this.motion,this.play.motion());let{times:r}=this.motion;e.grow(r),n.renew(i),this.plots.window=this.play.window,this.plots.renew(),this.phase?.renew(),this.marks(),this.changed()}usualView(){return this.motion.scene.normal?"flat":"3-D"}followTraveller(){let{travels:t}=this.stage.scene;t&&(this.stage.cast.pose(this.player.t),this.stage.follow(t.body))}playAtStart(){!matchMedia("(prefers-reduced-motion: reduce)").matches&&this.data.plays&&this.player.play(!0)}head(){if(document.title=this.data.title,Gt("title").textContent=this.data.title,Gt("facts").textContent=this.motion.facts,this.fillParts(),this.cards=ot("div",{id:"cards"}),Gt("side").append(this.cards),this.fillCards(),document.body.append(wg()),this.data.motions.length>1){let t=ot("select",{id:"main","aria-label":"motion",onchange:()=>this.choose(Number(t.value))});this.data.motions.forEach((e,n)=>t.append(ot("option",{value:n},e.label))),Gt("compare").append(t,ot("small",{},`${this.data.motions.length-1} more as ghost${this.data.motions.length>2?"s":""}`)),Gt("compare").hidden=!1}Gt("show-equations").hidden=!this.data.equations}fillParts(){Gt("parts-list").replaceChildren(...bg(this.motion.scene,{enter:t=>this.stage.highlight(t),leave:()=>this.stage.highlight(void 0),choose:t=>this.chooseBody(t)})),Gt("parts-count").textContent=`${this.motion.scene.bodies.length}`}fillCards(){let t=[Mg(this.motion.trust)];this.data.equations&&t.push(Sg(this.data.equations)),this.cards.replaceChildren(...t)}choose(t){this.motion=this.data.motions[t],Gt("facts").textContent=this.motion.facts,this.stage.setMain(t),this.phase?.renew(t),this.stage.followed!==void 0&&(this.stage.follow(void 0),this.followTraveller()),this.plots.rebuild(t),this.fillParts(),this.fillCards(),this.changed()}chooseBody(t){this.chosen=this.chosen===t?void 0:t;for(let e of this.stage.traces)e.body===t&&(e.shown=this.chosen===t||!e.shown);for(let e of Gt("parts-list").querySelectorAll("li"))e.classList.toggle("chosen",Number(e.dataset.body)===this.chosen);this.stage.followed!==void 0&&this.chosen!==void 0&&this.stage.follow(this.chosen),this.chosen!==void 0&&!this.stage.toggles.trail&&this.toggle("trail"),this.pressed()}tools(){for(let t of Object.keys(this.stage.toggles))Gt("shows").append(ot("button",{"data-toggle":t,onclick:()=>this.toggle(t)},t));for(let t of["3-D","front","side","top","flat"])Gt("views").append(ot("button",{"data-view":t,onclick:()=>this.see(t)},t));Gt("views").append(ot("button",{id:"follow",onclick:()=>this.follow()},"follow")),Gt("theme").addEventListener("click",()=>this.theme(this.themeName==="dark"?"light":"dark")),Gt("picture").addEventListener("click",()=>this.savePicture()),Gt("record").addEventListener("click",()=>this.record()),Gt("show-equations").addEventListener("click",()=>this.showEquations()),Gt("show-phase").addEventListener("click",()=>this.showPhase()),Gt("show-phase").hidden=this.motion.signals.size<2,Gt("help").addEventListener("click",()=>Gt("keys").showModal()),Gt("parts-head").addEventListener("click",()=>Gt("parts").classList.toggle("closed")),(this.motion.scene.bodies.length>14||innerWidth<760)&&Gt("parts").classList.add("closed")}foot(){let{player:t}=this,e=new Set([t.speed]);for(let o=-7;o<=3;o++)for(let a of[1,2,5])e.add(a*10**o);let n=[...e].filter(o=>o>t.speed/150&&o<t.speed*150).sort((o,a)=>o-a),i=Gt("speed");for(let o of n)i.append(ot("option",{value:o},xu(o)));i.value=t.speed,i.addEventListener("change",()=>this.speed(Number(i.value))),Gt("play").addEventListener("click",()=>t.play()),Gt("back").addEventListener("click",()=>t.step(-1)),Gt("on").addEventListener("click",()=>this.step()),Gt("loop").addEventListener("click",()=>this.play?.isOn?this.play.restart():this.loop());let r=Gt("scrub");r.max=iu,r.addEventListener("input",()=>{t.playing=!1,t.seek(t.whole[0]+t.span*r.value/iu)}),this.marks()}marks(){let{player:t}=this,e=r=>`${(100*(r-t.whole[0])/(t.span||1)).toFixed(3)}%`,n=this.data.intervals.flatMap(({name:r,spans:o},a)=>o.map(([l,c])=>{let h=ot("div",{class:"band",title:r},ot("span",{},r));return h.style.left=e(l),h.style.width=`calc(${e(c)} - ${e(l)})`,h.style.background=["#d98327","#3a9273","#a8478a","#4fa3c4"][a%4],h})),i=this.motion.events.map(({name:r,t:o})=>{let a=ot("button",{class:"event",title:`${r}, ${gu(o,t.span||1)}`,"aria-label":r,onclick:()=>t.seek(o)});return a.style.left=e(o),a});Gt("marks").replaceChildren(...n,...i)}toggle(t){this.stage.toggles[t]=!this.stage.toggles[t],this.pressed()}see(t){this.stage.isTravelling||this.stage.follow(void 0),this.stage.see(t),this.pressed()}follow(){let{stage:t}=this,e=t.scene.travels?.body??t.traces.find(n=>n.shown)?.body??0;t.follow(t.followed===void 0?this.chosen??e:void 0),t.followed!==void 0&&!t.isTravelling&&t.rig.isFlat&&t.rig.zoom(.6),this.pressed()}speed(t){this.player.speed=t;let e=Gt("speed");[...e.options].some(n=>Number(n.value)===t)||e.append(ot("option",{value:t},xu(t))),e.value=t}step(){let{player:t}=this;this.play?.isOn&&t.t>=t.whole[1]?(t.play(!1),this.play.step()):t.step(1)}loop(){this.player.loop=!this.player.loop,this.pressed()}showPhase(){if(this.phase)this.phase.figure.remove(),this.phase=void 0;else{let t=[...this.motion.signals.keys()],e=this.plots.names.find(n=>t.includes(`${n}.rate`))??t.find(n=>t.includes(`${n}.rate`))??t[0];this.phase=new Gh(this.data.motions,[e,t.includes(`${e}.rate`)?`${e}.rate`:t[1]??e]),Gt("curves").after(this.phase.figure),this.phase.t=this.player.t,this.phase.renew(this.stage.main),this.phase.figure.scrollIntoView({block:"nearest"})}this.pressed()}showEquations(){let t=Gt("equations");t&&(t.hidden=!t.hidden,t.hidden||t.scrollIntoView({block:"nearest"}),this.pressed())}theme(t){this.themeName=t,document.documentElement.dataset.theme=t,this.stage.theme(t),this.plots.rebuild(),this.phase?.renew()}fileName(t){return`${this.data.title.replace(/[^\p{L}\p{N}]+/gu,"-").replace(/^-+|-+$/g,"")||"motion"}.${t}`}download(t,e){let n=ot("a",{href:URL.createObjectURL(t),download:this.fileName(e)});n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),5e3),this.saved={name:n.download,size:t.size,type:t.type}}savePicture(){this.draw(!0),this.stage.canvas.toBlob(t=>this.download(t,"png"),"image/png")}record(){if(this.recorder){this.recorder.stop();return}let t=["video/webm;codecs=vp9","video/webm","video/mp4"].find(i=>window.MediaRecorder?.isTypeSupported(i));if(!t){this.say("this browser cannot record; da.animate writes GIF and MP4");return}let e=[];this.draw(!0),this.recorder=new MediaRecorder(this.stage.canvas.captureStream(30),{mimeType:t,videoBitsPerSecond:6e6}),this.recorder.ondataavailable=i=>e.push(i.data);let{loop:n}=this.player;this.recorder.onstop=()=>{this.recorder=void 0,this.player.loop=n,this.download(new Blob(e,{type:t}),t.includes("mp4")?"mp4":"webm"),this.pressed()},this.player.loop=!1,this.player.seek(this.player.range[0]),this.recorder.start(),this.player.play(!0),this.pressed()}say(t){Gt("said").textContent=t,Gt("said").hidden=!1,setTimeout(()=>Gt("said").hidden=!0,5e3)}pointer(){let{canvas:t}=this.stage;this.hand(t),t.addEventListener("pointermove",e=>{if(e.buttons)return this.tip(null);this.pointerAt=[e.clientX,e.clientY],this.request()}),t.addEventListener("pointerleave",()=>this.tip(null)),t.addEventListener("pointerdown",e=>this.downAt=[e.clientX,e.clientY]),t.addEventListener("pointerup",e=>{let[n,i]=this.downAt??[-99,-99];if(Math.hypot(e.clientX-n,e.clientY-i)>4)return;let r=this.stage.under(e.clientX,e.clientY);this.tip(r,e.clientX,e.clientY),r?.kind==="body"&&this.chooseBody(r.number)}),t.addEventListener("dblclick",()=>this.see(this.stage.view))}hand(t){let e=(n,i)=>t.addEventListener(n,r=>i(r)&&r.stopImmediatePropagation(),{capture:!0});e("pointerdown",n=>n.button||n.shiftKey||!this.play?.take(n.clientX,n.clientY)?!1:(t.setPointerCapture(n.pointerId),this.tip(null),!0)),e("pointermove",n=>this.play?.move(n.clientX,n.clientY));for(let n of["pointerup","pointercancel"])e(n,()=>this.play?.release())}hover(){if(!this.pointerAt)return;let[t,e]=this.pointerAt;this.pointerAt=void 0,this.tip(this.stage.under(t,e),t,e)}tip(t,e,n){let i=Gt("tip");if(this.hovered=t?this.named(t).name:null,this.stage.highlight(t?.kind==="body"?t.number:void 0),i.hidden=!t,this.stage.canvas.style.cursor=t?"pointer":"grab",!t)return;let{name:r,about:o}=this.named(t);i.replaceChildren(ot("b",{},r)," ",ot("small",{},o));let a=Gt("stage").getBoundingClientRect(),l=Math.min(e-a.left+14,a.width-i.offsetWidth-8);i.style.transform=`translate(${Math.max(4,l)}px, ${Math.max(4,n-a.top-34)}px)`}named({kind:t,number:e}){let{scene:n}=this.stage;if(t==="joint")return{name:n.joints[e].name,about:`${n.joints[e].word}${this.reactionText(n.joints[e].name)}`};if(t==="line")return{name:n.lines[e].name,about:n.lines[e].kind};let i=n.bodies[e];return{name:i.name,about:[i.mass===null?"":cl(i.mass),this.speedText(e)].filter(Boolean).join(" \xB7 ")}}reactionText(t){let e=this.motion.loads.items.findIndex(r=>r.kind==="reaction"&&r.name===t);if(e<0)return"";let[n]=this.row(),i=Math.hypot(...[0,1,2].map(r=>this.motion.loadValues[3*e+r][n]));return` \xB7 ${_u(i)}`}row(){return Xi(this.motion.times,this.player.t)}speedText(t){let{times:e}=this.motion,[n]=this.row(),[i,r]=[Math.max(0,n-1),Math.min(e.length-1,n+1)];if(!(e[r]>e[i]))return"";let o={body:t,p:this.motion.scene.bodies[t].com},[a,l]=[i,r].map(c=>this.stage.at(o,c,this.stage.board.normal.clone()));return`${Be(a.distanceTo(l)/(e[r]-e[i]))} m/s`}keys(){let{player:t}=this,e={1:"3-D",2:"front",3:"side",4:"top",5:"flat"},n={j:"joints",t:"trail",r:"forces",v:"velocity",a:"frames",g:"ghosts",h:"grid"},i={" ":()=>t.play(),l:()=>this.loop(),f:()=>this.stage.fit(),b:()=>this.follow(),d:()=>Gt("theme").click(),e:()=>this.showEquations(),y:()=>this.showPhase(),p:()=>this.live?.mode(this.play.isOn?"motion":"play"),s:()=>this.savePicture(),"?":()=>Gt("keys").showModal(),Home:()=>t.seek(t.range[0]),End:()=>t.seek(t.range[1]),"+":()=>this.speed(this.player.speed*2),"-":()=>this.speed(this.player.speed/2),o:()=>{this.stage.rig.isParallel=!this.stage.rig.isParallel,this.stage.rig.update()}};addEventListener("keyup",r=>this.play?.key(r.key,!1)),addEventListener("keydown",r=>{if(r.ctrlKey||r.metaKey||r.altKey||/INPUT|SELECT|TEXTAREA/.test(r.target.tagName)&&r.target.id!=="scrub")return;let{key:o}=r;if(this.play?.key(o,!0)){r.preventDefault();return}if(o==="ArrowLeft"||o==="ArrowRight"){let a=o==="ArrowLeft"?-1:1;r.shiftKey?t.step(a):t.seek(t.t+a*t.span/50)}else if(e[o])this.see(e[o]);else if(n[o])this.toggle(n[o]);else if(i[o])o===" "&&r.target.tagName==="BUTTON"&&r.target.blur(),i[o]();else return;r.preventDefault()})}pressed(){for(let t of document.querySelectorAll("[data-toggle]"))t.setAttribute("aria-pressed",this.stage.toggles[t.dataset.toggle]);for(let t of document.querySelectorAll("[data-view]"))t.setAttribute("aria-pressed",this.stage.view===t.dataset.view);Gt("follow").setAttribute("aria-pressed",this.stage.followed!==void 0),Gt("loop").setAttribute("aria-pressed",this.player.loop||this.player.isEndless===!0),Gt("loop").textContent=this.player.isEndless?"\u27F2 to the start":"\u27F2 loop",Gt("record").setAttribute("aria-pressed",!!this.recorder),Gt("show-phase").setAttribute("aria-pressed",!!this.phase),Gt("show-equations").setAttribute("aria-pressed",!!(Gt("equations")&&!Gt("equations").hidden)),this.scaleText(),this.changed()}scaleText(){let{toggles:t,cast:e,gridStep:n}=this.stage,i=[t.grid&&`grid ${cp(n)}`];t.forces&&e.motion.loads.items.length&&i.push(`longest force ${_u(e.motion.loads.largest)}`),t.velocity&&i.push(`longest velocity ${Be(e.motion.fastest)} m/s`);let o=(t.forces?[...new Set(e.motion.loads.items.map(a=>a.kind))]:[]).map(a=>{let l=ot("i");return l.style.background=Of[a],ot("span",{},l,{reaction:"reactions",force:"forces",weight:"weights"}[a])});Gt("scale").classList.toggle("tall",o.length>0||t.velocity),Gt("scale").replaceChildren(...o,...i.filter(Boolean).reverse().map(a=>ot("span",{},a)))}changed(){this.needsDrawing=!0,this.request()}request(){this.requested||!this.stage||(this.requested=!0,requestAnimationFrame(t=>this.frame(t)))}frame(t){this.requested=!1;let e=Math.min(.25,(t-(this.before??t))/1e3);this.player.playing&&this.before!==void 0&&this.judge(t-this.before),this.before=this.player.playing?t:void 0;let n=performance.now();this.play?.isOn?this.player.playing&&this.play.tick(e):this.player.advance(e),this.hover(),this.needsDrawing&&this.draw(),this.costs.push(performance.now()-n),this.costs.length>120&&this.costs.shift(),!this.player.playing&&this.recorder?.state==="recording"&&setTimeout(()=>this.recorder?.stop(),100),this.player.playing?this.request():this.before=void 0,this.wasPlaying&&!this.player.playing&&this.changed(),this.wasPlaying=this.player.playing}judge(t){this.pace??={count:0,usual:0},this.pace.count+=1,!(this.pace.count<=3)&&(this.pace.usual=this.pace.usual?.7*this.pace.usual+.3*t:t,!(this.pace.count<=6||this.pace.usual<=sA||this.haste>=Bf.length)&&(this.haste+=1,this.pace=void 0))}draw(t=!1){this.needsDrawing=!1;let{player:e}=this,n=t||this.recorder?0:this.haste;this.stage.draw(e.t,n),clearTimeout(this.settling),n&&!e.playing&&(this.settling=setTimeout(()=>this.draw(!0),180)),this.plots.move(e.t),this.phase?.move(e.t);let i=Gt("scrub");i.value=iu*(e.t-e.whole[0])/(e.span||1),i.style.setProperty("--part",`${100*i.value/iu}%`),Gt("time").textContent=gu(e.t,e.span||1),Gt("play").classList.toggle("on",e.playing),Gt("play").setAttribute("aria-label",e.playing?"pause":"play"),this.frameCount+=1}state(){let{player:t,stage:e}=this,{calls:n,triangles:i}=e.renderer.info.render,{geometries:r,textures:o}=e.renderer.info.memory;return{t:t.t,range:t.range,speed:t.speed,playing:t.playing,loop:t.loop,view:e.view,parallel:e.rig.isParallel,toggles:{...e.toggles},signals:this.plots.names,cards:this.plots.cards.size,theme:this.themeName,bodies:this.motion.scene.bodies.length,motions:this.data.motions.length,main:e.main,hovered:this.hovered??null,chosen:this.chosen??null,followed:e.followed??null,arrows:e.arrows.count,calls:n,triangles:i,geometries:r,textures:o,frames:this.frameCount,azimuth:e.rig.azimuth,elevation:e.rig.elevation,haste:this.haste,cost:this.costs.length?this.costs.reduce((a,l)=>a+l,0)/this.costs.length:0,readyAfter:this.readyAfter,saved:this.saved??null,live:this.live?.state()??null}}seek(t){this.player.playing=!1,this.player.seek(t),this.draw(!0)}};async function oA(){try{let s=new kf(await ap(Gt("data").textContent));s.readyAfter=performance.now()-iA,s.ready=!0,window.page=s}catch(s){throw Gt("said").textContent=`This page cannot be shown: ${s.message}. It needs a browser of 2023 or later.`,Gt("said").hidden=!1,s}}oA();})();
