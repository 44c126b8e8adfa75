"""Word lists for tags: nouns too general to name a memory, words never refused, and English words that are no nouns.

Chosen by hand for any user. Words are casefolded, English in the singular, Chinese in simplified characters.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GENERIC_ZH = _words("""
东西 事情 事儿 事件 事项 事物 问题 情况 状况 状态 情形 情境 现象 时候 时间 时刻 时光 时期 时段 时长 期间 期限 日子 日期 日常 年份 月份
年代 今天 明天 昨天 后天 前天 今年 明年 去年 今晚 昨晚 明晚 早上 上午 中午 下午 晚上 傍晚 凌晨 夜里 夜晚 半夜 白天 早晨 周末 平时 平日
周一 周二 周三 周四 周五 周六 周日 星期 星期一 星期二 星期三 星期四 星期五 星期六 星期天 星期日 礼拜 礼拜天 上周 下周 本周 上个月 下个月
最近 现在 目前 当时 当天 当年 将来 未来 过去 以前 以后 后来 刚才 刚刚 之前 之后 开始 结束 最后 最终 首先 其次 大家 人们 人家 别人 他人
自己 本人 个人 对方 双方 大伙 咱们 我们 你们 他们 她们 它们 男人 女人 男士 女士 先生 小姐 朋友 朋友们 人员 人士 人物 人群 家伙 感觉 感受
心情 情绪 情感 想法 看法 观点 意见 建议 意思 意义 方面 方向 方式 方法 办法 方案 做法 手段 途径 措施 内容 主题 话题 题目 标题 名字 名称
姓名 称呼 结果 结论 后果 成果 成绩 原因 理由 缘故 目的 作用 影响 因素 条件 要求 需求 需要 标准 程度 水平 能力 数量 规模 范围 大小 长度
高度 速度 价值 比例 部分 整体 全部 全体 所有 其他 其中 之一 一些 一切 一部分 大部分 多数 少数 许多 很多 不少 有些 某些 各种 各类 种类
类型 类别 样子 模样 形式 形状 结构 性质 特点 特征 特色 优点 缺点 优势 劣势 关系 联系 区别 差别 差异 相关 有关 关于 地方 地点 位置 场所
场合 场景 现场 附近 周围 旁边 里面 外面 上面 下面 前面 后面 左边 右边 中间 里边 外边 那边 这边 这里 那里 哪里 到处 身边 身上 手上 手里
心里 脑子 眼前 过程 步骤 阶段 环节 流程 进展 进行 行为 行动 动作 操作 表现 机遇 可能 可能性 必要 重要性 变化 改变 发展 提升 提高 增加
减少 改善 改进 信息 消息 数字 例子 案例 样例 情节 细节 详情 说明 描述 介绍 解释 定义 概念 含义 物品 物件 用品 系列 版本 对象 个体 单位
集体 人生 生命 一生 人类 人 事 物 话 词 句子 句话 字 联系方式 喜好 印象 记忆 希望 愿望 期待 决定 选择 准备 打算 想要 帮助 支持 努力 尝试
分享 讨论 谈话 回答 回复 答案 提问 疑问 请求 谢谢 感谢 抱歉 对不起 不好意思 你好 您好 再见 晚安 早安 哈哈 哈哈哈 嘿嘿 呵呵 嘻嘻 加油
没事 好的 好吧 可以 不错 真好 太好了 太棒了 真棒 厉害 开心 高兴 快乐 难过 伤心 生气 喜欢 讨厌 觉得 认为 知道 发现 感到 看到 听到 想到
说话 说法 告诉 助理 人工 功能 用处 用途 好处 坏处 坏人 好人 重点 关键 核心 基础 基本 主要 整个 普通 特别 一般 具体 实际 事实 真相 本身
自身 自我 一下 一点 一起 一样 一直 一种 一次 一天 一家 一会儿 有点 有时 有时候 长时间 持续时间 小时 分钟 秒钟 年级 季度 季节 气氛 氛围
气息 模式 意识 精神 态度 思想 思路 心态 力量 力度 动力 潜力 层面 角度 视角 渠道 东东 玩意 玩意儿 前沿 规律 规则 原则 优化 完善 实现
完成 使用 应用 参加 参与 举办 开展 提供 获得 得到 拥有 存在 包括 属于 成为 作为 起来 出来 下来 过来 回来 之旅 专门 资深 时尚 优质 高级 专业 完美
满意 舒服 合适 方便 段落 全文 第二名 名次 总体 总结 概述 摘要 备注 提示 注意 提醒 一天到晚 心意 心得 心声 惊喜 乐趣 魅力 精华 美味 口碑
评论 人气 用心 细心 耐心 信心 决心 关心 操心 担心 安心 放心 小心 中心 内心 不足
""")

_GENERIC_EN = _words("""
thing something anything nothing everything stuff someone anyone everyone nobody somebody anybody everybody one other others another
time day week month year hour minute second moment today tomorrow yesterday tonight morning afternoon evening night noon midnight
weekend weekday date while century decade monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
season ago now later soon am pm utc gmt est pst cet people person dude bro sis buddy folk gentleman human individual self sir madam
mister miss mr mrs ms dr way lot bit kind sort type piece part half bunch couple ton plenty rest whole set pair number amount range
degree size length concept advance idea thought feeling emotion mood opinion point fact truth case reason cause result effect outcome purpose aim
target problem matter situation condition circumstance state status context background place location side end start beginning middle
top bottom front back left right corner edge inside outside word term name sentence phrase line paragraph topic subject message comment
note detail information info object element component aspect factor quality characteristic property example instance sample version
choice alternative possibility chance opportunity change difference improvement progress development growth success failure mistake
effort attempt try stage phase procedure manner means mean form shape look sense use usage function life world anymore anyway experience
hope need wish desire help advice suggestion tip recommendation guidance inspiration motivation encouragement fun joy happiness love peace
excitement pleasure pride vibe spirit strength power positivity courage confidence determination perspective balance connection
relationship importance value meaning impact influence benefit advantage thank thanks hello hi hey bye goodbye goodnight welcome
congrats congratulations cheers sorry please yes no yeah yep yup nah nope ok okay wow woah whoa oh ah aha ooh aw aww ugh hmm huh um uh
er lol lmao haha hahaha hehe omg btw imo imho fyi asap idk tbh thx pls photograph shot caption link url click luck shame surprise blast
break challenge doubt trouble mess order overview summary introduction conclusion description explanation definition everyday lifetime
future past present history generation age sight scene atmosphere beauty myself yourself himself herself ourselves themselves itself
hundred thousand million billion dozen percent percentage total sum average first third last next previous various several many few much
more most less least reply conversation discussion talk chat touch feel think thinking being doing having going getting making taking
understanding learning cool awesome amazing great good nice bad best better new old big small gonna wanna gotta kinda sorta dunno lemme
bin etc eg ie vs none null true false todo misc general default unknown untitled
""")

GENERIC = _GENERIC_ZH | _GENERIC_EN
"""Name keys refused as tags."""

WEAK = _words("""
兴趣 习惯 体验 经历 经验 故事 计划 活动 任务 工作 事业 项目 产品 商品
设备 设施 装置 平台 系统 工具 资源 材料 技术 技能 技巧 知识 理论 理念 资料 服务 生活 社会 世界 机构 组织 团体 背景 风景 景色 美景 颜色
味道 口味 声音 风格 样式 照片 图片 视频 链接 网址 页面 表格 清单 列表 记录 目录 号码
性别 重量 质量 性能 创新 趋势 发展趋势 领域 行业 环境 家里 春季 夏季 秋季 冬季 梦想 回忆 目标 用户 助手 代表 负责人
同行 精英 大师 对话 聊天 沟通 交流 安排 进度 机会 效果 空间 假期 节日 旅程 第一名 好评 评价 文字 文本 新鲜 赞美 安静 感情 天空 长辈
好友 老板 人才 生意 家人 大家庭 名单 城市 会员 顾客 客户 家庭 现代 传统 户外 手下 网上 国外 国内 前辈 家里人 人数 本科学历
本科 高中 同学
habit routine lifestyle skill ability talent knowledge practice lesson color colour sound taste smell
flavor view nature work home space room air water temperature group team partner member community society public audience
crowd system tool resource material product service task role activity action project plan schedule list level style photo picture video
pic photography image page title section chapter text data content feedback dream memory story adventure journey rate secret stack row pile cup slice exercising hand face eye head body
arm leg foot finger hair game user assistant program area support event act count boost sign source pose wall solution assistance backing platform course technique strategy process method approach question answer item option
feature issue deal treat energy mind soul heart spring summer winter autumn fall request response update reminder news neighbor stranger
friend man woman guy boy girl lady spot site center design school class goal step interest passion environment
""")
"""Name keys never proposed alone, but accepted from the caller and as part of a longer name."""

FACTS = _words("""
生日 天气 家乡 老家 学历 职业 岗位 职位 爱好 性格 电话 邮箱 手机号 地址 年龄 身高 价格 籍贯 工作单位 邮箱地址 联系电话 手机号码 电话号码 兴趣爱好 体重 血型 星座
""")
"""What is told of a person or a thing, in Chinese: proposed alone, never joined to a neighbour."""

ALLOW = FACTS | _words("""
ai sql api bug cpu gpu ram ssd usb ui ux tv vr ar css html xml json yaml http https ssh vpn dns ip tcp udp git npm pip aws gcp
k8s ci cd qa hr kpi okr pdf csv ppt app llm rag gpt mcp cli sdk ide orm jwt oauth linux macos ios android windows docker redis
c++ c# .net f# node.js vue.js next.js go rust java python ruby php kotlin swift react vue django flask
数据 数据库 部署 测试 调试 编译 重构 备份 升级 迁移 缓存 死锁 回滚 崩溃 报错 登录 日志 接口 权限 编程 代码 算法 架构 前端 后端 运维 服务器 爬虫
学习 阅读 写作 旅行 旅游 面试 结婚 离婚 辞职 加班 出差 考试 健身 减肥 睡眠 过敏 装修 搬家 做饭 理财 投资 贷款 保险 租房 购物 跑步 游泳 瑜伽 钓鱼 露营 摄影 绘画
派对 骑行 聚会 聚餐 求婚 怀孕 面条 翻译 招聘 比赛 训练 锻炼 培训 研究 教育 医疗 会议 合同 工资 预算 报销
""")
"""Name keys never refused as generic: short technical words, and Chinese activities and facts whose dictionary class is no noun."""

DETERMINERS = _words("""
a an the my your his her its our their this that these those some any no each every another such both all
whose one two three four five six seven eight nine ten twelve twenty many several few most more first second third last next
""")
"""English words after which a noun phrase stands."""

PREPOSITIONS = _words("""
of in on at for with from by about into onto over under after before during through between among against without within along
across around near behind beside beyond despite via per than like as upon toward towards until since including besides outside
inside off plus versus called named
""")
"""English words after which a noun phrase stands, and which end the one before."""

SUBJECTS = _words("""
i you he she it we they who what which there to will would can could shall should may might must do does did don not never
let cannot wanna gonna gotta lemme have has had ve ll d how why where when whenever if because that's please
already only usually often sometimes probably definitely actually finally totally
""")
"""English words after which a verb stands."""

BE = _words(
    "be is are was were been being am m s re isn aren wasn weren seem seems look looks feel feels felt sound sounds get gets got"
)
"""English words after which an adjective or participle stands."""

BREAKS = _words("""
and or but nor yet though although however therefore then thus else instead maybe perhaps together again ever here
me him them us mine yours hers ours theirs myself yourself himself herself itself ourselves themselves out up down away back
well oh hey hi wow yeah yes no okay ok hello thanks lol haha btw omg gosh woah whoa anyway anyways everything anything something nothing
someone anyone everyone somebody anybody everybody nobody once twice almost soon today tomorrow yesterday
tonight now later ago yep yup nah nope hmm um uh ugh aww sure congrats bye whether while unless otherwise meanwhile
e g i e etc vs ago forward ahead apart aside indeed same own
""")
"""Other English words that end a phrase and promise nothing about the next word."""

VERBS = _words("""
accept accomplish achieve admire adore admit afford agree aim allow amaze announce annoy answer anticipate apologize appear apply
appreciate approve argue arrange arrive ask assist assume assure attend avoid bake become begin believe belong bet borrow bother
bring brighten build buy calculate call calm cancel capture care carry catch celebrate check choose clarify climb collect combine come
compare compete complain complete concentrate configure confirm confuse congratulate connect consider consist contact contain continue
contribute convert convince cope create cry curate dare deal debug decide define deliver demand depend deploy describe deserve destroy
determine develop die dig disagree disappear discover discuss dive donate draw drive drop earn eat embrace emphasize
enable encounter encourage enhance enjoy ensure enter escape establish examine excite execute exist expand expect explain
explore express face fail fall fascinate feed fight figure fill find finish fit fix focus follow force forget forgive fulfil fulfill gain gather
generate give glad go grab grow guarantee guess hang happen hate hear hesitate hide highlight hold identify ignore imagine implement
imply import impress improve include increase indicate inform insert inspire install integrate intend introduce invest invite
involve join keep know laugh launch lead learn leave look lend lie light listen live lose maintain make manage marry mean meet mention
miss modify motivate move need notice obtain occur offer open organize overcome owe own participate pass pay perform pick
prefer prepare prevent proceed produce promise promote protect prove provide publish pull push put raise reach react
read realize receive recognize recommend recover reduce refer reflect refuse relate relax release rely remain remember remind
remove rent repair repeat replace represent require resolve respond retrieve return reveal ride rock run save say schedule see select
sell send separate serve set settle share show shine sing sit sleep smell smile solve sort speak specify spend split stand stay
steal stick stop store strengthen struggle succeed suffer suggest suppose surround swim take talk teach tell tend think throw tie
touch train travel treat trust try turn understand update upgrade use utilize validate vary verify visit wait wake want warm wash
watch wear win wish wonder worry write thank hope love help thrive pose free back boost count beat book handle follow adjust adapt add chat cheer chill hit hurt kick kill
lay let lift load lock log mark mix note pack paint plan play point pop pray practice print raise rate record rest reward ring
roll rush score seek shake shoot shut slip sound spark spread start step strike study surf surprise swear sweep switch taste
unwind wander welcome worth check catch keep got gotten went gone came began begun ate eaten bought brought built came chose chosen did done drew
drawn drove driven fell fallen found flew flown forgot forgotten gave given grew grown heard held hid kept knew known laid led left lent lost
made meant met paid read ran said saw seen sold sent shown sat slept spoke spoken spent stood stole stuck swam taken took taught told
thought threw thrown understood woke won wore worn written wrote lit sang sung felt dealt hung became become fed fought rode ridden
shot rose risen shook swept tore torn froze frozen broke broken crashed stressed
""")
"""English words, base forms and irregular forms, taken as verbs unless a noun phrase has just been opened."""

NOUN_VERBS = _words("""
answer bake bet break build call care chat check climb contact cry deal demand die dive draw drive drop face fall feed fight figure
fit fix focus force gain guess hit hold hope import laugh launch lead lie light lift load lock log love mark miss mix move need
note offer pack paint plan play point pop practice print promise rate reach read record release rent repair reward ride ring rock
roll run rush save schedule score sell set shake share shoot show sleep smell smile sort sound spark split spread stand start stay
step stick stop store strike struggle study surf surprise swim switch talk taste tie touch train travel treat trust try turn
update upgrade use visit wait wake walk want wash watch wear win wish wonder worry work
""")
"""Those of VERBS that are nouns as well, when a noun phrase has just been opened."""

MODIFIERS = _words("""
able absolute accurate active actual additional adorable afraid alive alone amazing ambitious angry anxious appropriate ashamed asleep
available aware awesome awful bad basic beautiful beloved best better big bitter black blank blue bold bored boring brave brief bright brilliant
brown busy calm careful caring certain charming cheap cheerful clean clear clever close closer cold colorful comfortable comfy common complete complex
confident confused considerate consistent constant convenient cool correct cozy crazy creative crucial curious current cute daily dark dear
deep deeper delicious delightful detailed different difficult dirty distant dry dull dynamic eager early easier easy easygoing effective efficient elegant
empty endless enough enormous entire epic equal essential ethical evil exact excellent excited exciting exhausted exhausting expensive extra extreme
fabulous fair false familiar famous fancy fantastic far fast fat faulty favorite favourite fellow fine firm fit flexible fond fresh friendly
frustrated frustrating full fun funny further general gentle genuine giant glad golden good gorgeous grand grateful gray great green grey
growing grumpy guilty handy happy hard hardest harder hardworking harsh healthy heavy helpful high higher hilarious honest hot huge humble hungry ideal
ill imaginative immediate immense important impossible impressed impressive incredible independent individual initial inner
innocent inspired inspiring intense interested interesting internal jealous key kind known large larger largest late latest lazy legal less likely limited
little live lively local lonely long longer loose lost loud lovely low lower loving lucky mad magical main major massive mean meaningful memorable
mighty mild minor modern motivated motivating multiple mutual narrow natural near nearby neat necessary negative nervous new newest nice
normal notable numerous obvious odd official ok old older oldest online only open opposite optimal optimistic ordinary organized original
outdoor outer outstanding overall overwhelmed overwhelming pale particular passionate past patient peaceful perfect personal pink
plain pleasant pleased poor popular positive possible potential powerful practical precious precise present previous primary private
productive professional proper proud pure purple quick quiet random rare raw ready real realistic reasonable recent red refreshing regular related
relaxed relaxing relevant reliable remarkable respective responsible rewarding rich ridiculous right rough rude sad safe satisfied satisfying
scared scary secure select selfless sensitive separate serious severe sharp shiny shocked short shy sick significant silly similar simple
single sized slight slow small smaller smart smooth soft solid sorry special specific spectacular stable standard steady strange
strict strong stronger stunning stupid sturdy subtle successful sudden suitable super superb supportive sure surprised surprising sweet talented
tall tasty terrible terrific terrified thankful thick thin thoughtful thrilled thrilling tight tiny tired total tough tricky
true typical ugly ultimate unbelievable uncomfortable understanding unexpected unforgettable unfortunate unhappy unique universal
unlikely upcoming upset upper useful useless usual valid valuable various vast vibrant vital vivid vulnerable warm weak weird wet white
whole wide wild willing wise wonderful wooden worried worse worst worthwhile wrong yellow young younger youngest yummy half nonstop
uplifting newfound exclusive inclusive elderly calming soothing captivating engaging enjoyable exhilarating incredible awesome cozy comforting challenging
fulfilling heartwarming heartfelt nostalgic majestic serene tranquil picturesque breathtaking gonna awesome swamped hectic
often soon maybe forever lately nowadays somewhere anywhere everywhere nowhere somehow abroad downtown upstairs downstairs overnight
""")
"""Common English adjectives and adverbs: dropped from a phrase, never a tag alone."""

GERUNDS = _words("""
acting baking biking blogging boating bowling boxing camping canoeing climbing coaching coding cooking crafting cycling dancing
decorating diving drawing driving editing fencing fishing gaming gardening golfing hiking hunting jogging journaling kayaking
kickboxing knitting mentoring modeling networking painting parenting programming publishing quilting racing rafting reading
riding rowing running sailing scrapbooking sewing shopping singing skateboarding skating skiing sketching skydiving snorkeling
snowboarding stargazing streaming surfing swimming training travelling traveling volunteering walking weightlifting woodworking
wrestling writing
""")
"""English verbal nouns that name an activity."""

NOT_PLURAL = _words("""
always alias atlas bias bus canvas chaos christmas clothes corps cosmos ethos focus gas goods gps headquarters iris jeans kudos lens
mathematics means mens moss news olympics outdoors outskirts pants plus politics pros physics regards scissors series shorts species
sunglasses glasses surroundings thanks this tennis texas trans trousers us vs virus yes asparagus athletics aerobics gymnastics
economics ethics electronics genetics graphics kubernetes pajamas leggings lyrics sales windows s3 aws ios dns https css rss ices
""")
"""English words on -s that have no regular singular."""

SINGULARS = {
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "knives": "knife",
    "wives": "wife",
    "lives": "life",
    "wolves": "wolf",
    "leaves": "leaf",
    "shelves": "shelf",
    "halves": "half",
    "loaves": "loaf",
    "thieves": "thief",
    "scarves": "scarf",
    "selves": "self",
    "movies": "movie",
    "cookies": "cookie",
    "pies": "pie",
    "ties": "tie",
    "zombies": "zombie",
    "selfies": "selfie",
    "brownies": "brownie",
    "hoodies": "hoodie",
    "rookies": "rookie",
    "smoothies": "smoothie",
    "veggies": "veggie",
    "foodies": "foodie",
    "calories": "calorie",
    "shoes": "shoe",
    "toes": "toe",
    "canoes": "canoe",
    "horseshoes": "horseshoe",
    "caches": "cache",
    "aches": "ache",
    "headaches": "headache",
    "axes": "axe",
    "databases": "database",
    "buses": "bus",
    "gases": "gas",
    "viruses": "virus",
    "lenses": "lens",
    "indices": "index",
    "analyses": "analysis",
    "crises": "crisis",
    "diagnoses": "diagnosis",
    "quizzes": "quiz",
    "kids": "kid",
}
"""English plurals that the rule gets wrong, with their singular."""

SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜戚谢邹喻苏潘葛范彭郎鲁韦马苗方俞任袁柳鲍史唐费薛雷贺倪汤罗毕"
    "郝邬安常乐于傅齐康伍余顾孟黄穆萧尹姚邵汪祁毛米戴宋庞熊纪舒项祝董梁杜阮蓝席季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万"
    "柯卢莫房丁邓洪包石崔吉龚程邢裴陆荣翁甄曲段焦侯班宁甘武刘景龙叶黎白赖卓蔺池乔闻翟谭温庄柴瞿阎连习容向易廖耿欧关游简肖覃岳"
)
"""Chinese surnames of one character."""

SUFFIXES = frozenset(
    "店馆机课节会室员师证卡费车病药茶酒鞋包箱船桥路街城县村山湖河岛寺庙院校站厅所园网犬猫狗鱼鸡鸭花树草果菜饭面汤粉糖油肉蛋饼"
    "糕球棋琴舞歌剧片赛票奖展社团队组厂部局司屋楼房床灯柜桌椅表镜笔本书纸刀锅碗杯壶瓶服裤裙帽衣袜圈链镯器仪板盘键库表码号件群"
    "圈营班族党派节令牌"
)
"""Single characters that lengthen the Chinese noun before them: 店, 馆, 机."""

TITLES = _words("""
老师 医生 经理 主任 教授 阿姨 叔叔 律师 老板 师傅 同学 总 工 姐 哥 局长 校长 院长 主管 导演 教练 博士 奶奶 爷爷
""")
"""Chinese titles that follow a surname."""

KIN = _words("""
妈妈 爸爸 母亲 父亲 父母 爷爷 奶奶 外公 外婆 姥姥 姥爷 哥哥 姐姐 弟弟 妹妹 叔叔 阿姨 舅舅 舅妈 姑姑 姑妈 婶婶 伯伯
表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 丈夫 妻子 老公 老婆 儿子 女儿 孩子 同事 上司 下属 领导 老师 邻居 室友 男友 女友 男朋友
女朋友 岳父 岳母 公公 婆婆 侄子 外甥 孙子 孙女
""")
"""Chinese words for persons of one's own, which join no neighbour."""

COMPLEMENTS = frozenset("到完出起上下成来去住掉开给入回过好满透")
"""Characters that end a Chinese verb without naming anything: 交到, 用完."""

LOOSE = frozenset(
    "的了得着过地是不没很太挺超真好更最这那哪某各每我你他她它您咱谁啥就都也还又再只能会要想有在和与跟把被对让给吗呢吧啊呀哦嘛"
    "多么一两几"
)
"""Chinese characters at the edge of a guessed word that betray a wrong cut."""

FESTIVALS = _words("""
春节 元旦 除夕 元宵 端午 清明 中秋 国庆 圣诞 七夕 重阳
""")
"""Chinese feasts that the dictionary takes for plain times."""

NOUNS = _words("""
family fly ally reply supply butterfly lily jelly belly bully assembly anomaly monopoly rally tally jellyfish dragonfly firefly italy sicily
emily bed seed speed breed shed weed steed reed sled creed sacred hundred table vegetable cable variable bible timetable turntable
collectible fish dish polish radish parish carrier barrier soldier terrier courier frontier pier cashier premier supplier
chandelier wedding building ceiling clothing evening sibling dumpling pudding earring stocking counseling marketing engineering string
lightning housing meeting recording greeting savings
""")
"""English nouns that end like an adverb, a participle, an adjective or a verbal form."""

INTENSIFIERS = _words(
    "so very quite pretty rather too super extremely truly incredibly still also just really always even"
)
"""English words that may stand before an adjective and change nothing in what is expected."""

GREETINGS = _words("""
hey hi hello bye goodbye thanks thank wow oh yeah yes no ok okay sure congrats congratulations dear welcome awesome cool great nice
well aw aww haha sorry morning evening afternoon you absolutely definitely certainly
""")
"""English words after which a lone name is an address, not a subject."""

NAME_STARTS = frozenset(
    [
        "New",
        "North",
        "South",
        "East",
        "West",
        "Great",
        "Grand",
        "Golden",
        "Red",
        "Black",
        "White",
        "Blue",
        "Green",
        "Big",
        "High",
        "Saint",
    ]
)
"""English adjectives that begin a name."""

TOWARDS = _words("""
go goes going went gone get got come comes coming came drive drove listen listening listened move moved moving return returned travel
traveled trip welcome been back fly flew walk walked next close allergic addicted related similar
dedicated married according due prior access guide key
""")
"""English words after which `to` is a preposition."""
